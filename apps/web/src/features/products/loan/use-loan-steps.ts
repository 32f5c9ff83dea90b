/** The steps of a loan from the application to its repayment, each with its time and reason. */
import { formatDate, useNumberLocale } from '@tern/ui';
import { useCoinPlaces } from '../../../kernel/balances.ts';
import { useAmountText } from '../../../kernel/exact-amount.tsx';
import type { Step } from '../../../kernel/step-list.tsx';
import { useT } from '../../../platform/i18n/i18n.tsx';
import type { Loan } from './api.ts';

export function useLoanSteps(loan: Loan): Step[] {
  const { status, asset, amount, approved, reason, CreatedAt, decidedAt, UpdatedAt } = loan;
  const t = useT();
  const locale = useNumberLocale();
  const print = useAmountText(useCoinPlaces(asset));
  const later = useCreditedSteps(loan);
  const time = (at: string | null) => formatDate(at ?? UpdatedAt, { locale });
  const quoted = reason === '' ? '' : ` · ${t('transfer.whyReason', { reason })}`;
  const applied: Step = {
    state: 'done',
    title: t('loan.stepApplied', { amount: print(amount), coin: asset }),
    text: time(CreatedAt),
  };
  if (status === 'rejected') {
    const text = `${time(decidedAt)}${quoted}`;
    return [applied, { state: 'bad', title: t('transfer.notApproved'), text }];
  }
  if (status === 'underReview') {
    const checking = { title: t('transfer.stepChecking'), text: t('loan.stepCheckingText') };
    const credit = { title: t('loan.stepCredit'), text: t('loan.stepCreditText') };
    return [applied, { state: 'now', ...checking }, { state: 'next', ...credit }];
  }
  const sum = { amount: print(approved ?? amount), coin: asset };
  const decided: Step = {
    state: 'done',
    title: t('loan.stepApproved', sum),
    text: `${time(decidedAt)}${quoted}`,
  };
  return [applied, decided, ...later];
}

function useCreditedSteps({ status, creditedAt, dueAt, repaidAt }: Loan): Step[] {
  const t = useT();
  const locale = useNumberLocale();
  const time = (at: string | null) => formatDate(at, { locale });
  const date = formatDate(dueAt, { locale, detail: 'day' });
  const running = { title: t('loan.stepRunning'), text: t('loan.stepRunningText', { date }) };
  if (status === 'active') return [{ state: 'now', ...running }];
  const credited: Step = { state: 'done', title: t('loan.stepCredited'), text: time(creditedAt) };
  if (status === 'overdue') {
    const overdue = { title: t('loan.stepOverdue', { date }), text: t('loan.stepOverdueText') };
    return [credited, { state: 'bad', ...overdue }];
  }
  return [credited, { state: 'done', title: t('loan.repaid'), text: time(repaidAt) }];
}
