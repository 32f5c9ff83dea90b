/** The application for a loan: amount, its cost, consent, and sending. */
import { decimal, formatDecimal } from '@tern/money';
import { formatDate, useNumberLocale } from '@tern/ui';
import { useState } from 'react';
import { identityObstacle } from '../../../kernel/account-status.ts';
import { faultOfRefusal, limitFault } from '../../../kernel/amount-limits.ts';
import { useAmountMessages } from '../../../kernel/amount-messages.ts';
import { useCoinPlaces } from '../../../kernel/balances.ts';
import { sentenceOf } from '../../../kernel/error-sentence.ts';
import { useAmountText } from '../../../kernel/exact-amount.tsx';
import { useForm } from '../../../kernel/form.ts';
import { reloadMember, useMember } from '../../../kernel/member.ts';
import { pages } from '../../../kernel/pages.ts';
import { useRatioText } from '../../../kernel/ratio-text.ts';
import { useSubmit } from '../../../kernel/submit.ts';
import { useQuote } from '../../../kernel/use-quote.ts';
import type { CallError } from '../../../platform/http/call-error.ts';
import { useI18n, useT } from '../../../platform/i18n/i18n.tsx';
import { useNavigator } from '../../../platform/navigation/current-page.ts';
import {
  type Application,
  type Loan,
  type LoanProduct,
  type LoanQuote,
  loanQuotes,
  reloadProducts,
  sendApplication,
  showLoan,
} from './api.ts';

/** What the member consents to: the sum with its date, and what happens on that day. */
export interface Consent {
  sum: string;
  terms: string;
}

function useConsent({ asset, dailyRate }: LoanProduct) {
  const t = useT();
  const locale = useNumberLocale();
  const ratio = useRatioText();
  const print = useAmountText(useCoinPlaces(asset));
  return ({ total, dueAt }: LoanQuote): Consent => {
    const date = formatDate(dueAt, { locale, detail: 'day' });
    const sum = t('loan.consentSum', { amount: print(total), coin: asset, date });
    return { sum, terms: t('loan.consentTerms', { rate: ratio(dailyRate) }) };
  };
}

/** The message at the amount for a refusal that is about it or about the product; undefined shows a toast. */
function useRefusalMessage(product: LoanProduct): (error: CallError) => string | undefined {
  const i18n = useI18n();
  const amountMessage = useAmountMessages(product);
  return (error) => {
    const fault = faultOfRefusal(error, product);
    if (fault) return amountMessage(fault);
    switch (error.refusal) {
      case 'terms-changed':
        return i18n.t('loan.termsChanged');
      case 'limit-reached':
        return i18n.t('loan.alreadyApplied');
      case 'not-available':
      case 'not-found':
        return sentenceOf(error, i18n, false);
      default:
        return undefined;
    }
  };
}

export function useLoanForm(product: LoanProduct) {
  const navigator = useNavigator();
  const user = useMember();
  const obstacle = identityObstacle(user);
  const form = useForm<'amount'>({ amount: '' });
  const { amount } = form.values;
  const amountMessage = useAmountMessages(product);
  const refusalMessage = useRefusalMessage(product);
  const cost = useQuote({ ...loanQuotes(product.ID), limits: product }, amount);
  const fault = cost.isAtRest ? limitFault(amount, product) : undefined;
  const consentTo = useConsent(product);
  const consent = cost.quote && consentTo(cost.quote);
  // The consent is to these words: another amount, cost or date needs it anew.
  const [agreedTo, setAgreedTo] = useState<string>();
  const isAgreed = consent !== undefined && !cost.isLate && agreedTo === consent.sum;
  const { submit, isBusy, isOff } = useSubmit<Application, Loan>({
    movesMoney: true,
    send: sendApplication,
    onDone: (loan) => {
      showLoan(loan);
      navigator.redirect(pages.loanHistory, { id: String(loan.ID) });
    },
    onRefused: (error) => {
      const message = refusalMessage(error);
      return message !== undefined && form.fail({ amount: message });
    },
    onFailed: (error) => {
      setAgreedTo(undefined);
      if (error.kind !== 'refused') return;
      reloadMember();
      reloadProducts();
    },
  });
  const { ID: productId, min, max, version } = product;
  const field = form.field('amount');
  return {
    form,
    field: { ...field, error: field.error ?? (fault && amountMessage(fault)) },
    user,
    obstacle,
    cost,
    consent,
    isAgreed,
    agree: (isOn: boolean) => setAgreedTo(isOn ? consent?.sum : undefined),
    canSend: isAgreed && !isOff && obstacle === undefined,
    isBusy,
    send: () => submit({ productId, amount: formatDecimal(decimal(amount)), min, max, version }),
  };
}
