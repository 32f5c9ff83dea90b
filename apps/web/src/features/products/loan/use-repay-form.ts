/** A repayment: all that is owed today, or a part. */
import { decimal, formatDecimal } from '@tern/money';
import { showToast } from '@tern/ui';
import { useState } from 'react';
import { faultOfRefusal } from '../../../kernel/amount-limits.ts';
import { useAmountMessages } from '../../../kernel/amount-messages.ts';
import { useCoin, useCoinPlaces } from '../../../kernel/balances.ts';
import { useAmountText } from '../../../kernel/exact-amount.tsx';
import { useForm } from '../../../kernel/form.ts';
import { useSubmit } from '../../../kernel/submit.ts';
import { useI18n, useT } from '../../../platform/i18n/i18n.tsx';
import { sentenceOf } from '../../../kernel/error-sentence.ts';
import { type Loan, reloadLoans, type RepaymentInput, sendRepayment, showLoan } from './api.ts';
import { partsOf, repaymentFault } from './loan-view.ts';

export type RepaymentKind = 'all' | 'part';
type Repaid = Awaited<ReturnType<typeof sendRepayment>>;

/** Returns the function that reports a repayment: the loan is repaid, or how much is still owed. */
function useRepaidToast(asset: string) {
  const t = useT();
  const print = useAmountText(useCoinPlaces(asset));
  return ({ loan, repayment }: Repaid) => {
    const sums = { amount: print(repayment.amount), left: print(loan.total), coin: asset };
    showToast(t(loan.status === 'repaid' ? 'loan.repaidAll' : 'loan.repaidPart', sums), 'done');
  };
}

export function useRepayForm(loan: Loan, onDone: () => void) {
  const { ID: id, asset, total } = loan;
  const i18n = useI18n();
  const coin = useCoin(asset);
  const [kind, setKind] = useState<RepaymentKind>('all');
  const form = useForm<'amount'>({ amount: '' });
  const amountMessage = useAmountMessages({ asset, places: coin?.places ?? 2 });
  const showRepaid = useRepaidToast(asset);
  const amount = kind === 'all' ? total : form.values.amount;
  const fault = repaymentFault(amount, loan, coin?.available);
  const isTyped = kind === 'all' || amount !== '';
  const { submit, isBusy, isOff } = useSubmit<RepaymentInput, Repaid>({
    movesMoney: true,
    send: sendRepayment,
    onDone: (repaid) => {
      showLoan(repaid.loan);
      showRepaid(repaid);
      onDone();
    },
    onRefused: (error) => {
      const shown = { min: '0', max: total, available: coin?.available };
      const refused = faultOfRefusal(error, shown);
      if (refused) return form.fail({ amount: amountMessage(refused) });
      const isClosed = error.refusal === 'already-decided';
      return isClosed && form.fail({ amount: sentenceOf(error, i18n, true) });
    },
    // What is owed has changed, or the loan was repaid meanwhile.
    onFailed: reloadLoans,
  });
  const faultMessage = fault && isTyped ? amountMessage(fault) : undefined;
  return {
    form,
    kind,
    choose: (next: RepaymentKind) => {
      form.set('amount', '');
      setKind(next);
    },
    coin,
    /** As typed. */
    amount,
    error: form.errors.amount ?? faultMessage,
    /** Undefined without an amount that can be repaid. */
    parts: fault === undefined ? partsOf(loan, amount) : undefined,
    canSend: fault === undefined && !isOff,
    isBusy,
    send: () => submit({ id, amount: formatDecimal(decimal(amount)) }),
  };
}
