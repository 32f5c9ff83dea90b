/** Products, loans and repayments in the API, with what is owed at a moment. */
import { formatDecimal, subtract, ZERO } from '@tern/money';
import { type LoanOrderRow, type LoanRow, loanStatus } from '@tern/protocol';
import { costOn, loanWorstCase, overdueOn, yearlyRate } from '@tern/settlement';
import type { MemberEvent } from '../../../kernel/events/member-events.ts';
import { messageIn } from '../../../kernel/i18n/reasons.ts';
import { langOf } from '../../../kernel/i18n/texts.ts';
import { memberById } from '../../../kernel/members/members.ts';
import { isoTime } from '../../../platform/clock.ts';
import type { Reader } from '../../../platform/database/database.ts';
import { orderNoOf } from './entries.ts';
import { dayAt, exampleAmount, isOwed, owedAt, owedOnDay } from './rules.ts';
import type { StoredLoan, StoredProduct, StoredRepayment } from './store.ts';

type Terms = Pick<StoredProduct, 'name' | 'asset' | 'freeDays' | 'termDays' | 'dailyRate'>;

const termsRow = ({ name, asset, freeDays, termDays, dailyRate }: Terms) => ({
  name,
  coinname: asset,
  freeDays,
  termDays,
  dailyRate: formatDecimal(dailyRate),
  yearlyRate: formatDecimal(yearlyRate(dailyRate)),
});

export function productRow(product: StoredProduct): LoanRow {
  const { amountMin: min, amountMax: max } = product;
  const example = exampleAmount({ min, max });
  return {
    ID: product.id,
    CreatedAt: isoTime(product.createdAt),
    UpdatedAt: isoTime(product.updatedAt),
    version: product.version,
    ...termsRow(product),
    min: formatDecimal(min),
    max: formatDecimal(max),
    places: product.scale,
    exampleAmount: formatDecimal(example),
    exampleCost: formatDecimal(costOn(product, example, product.termDays).interest),
  };
}

const timeOrNull = (at: number | null) => (at === null ? null : isoTime(at));

const STATUS: Readonly<Record<string, number>> = {
  reviewed: loanStatus.underReview,
  active: loanStatus.active,
  rejected: loanStatus.rejected,
  repaid: loanStatus.repaid,
  overdue: loanStatus.overdue,
};

/** The stored state of a number in the API; undefined for another number. */
export const stateOf = (status: number): string | undefined =>
  Object.keys(STATUS).find((state) => STATUS[state] === status);

/** Units: `now` in epoch milliseconds. */
export function loanRow(loan: StoredLoan, now: number, lang: string): LoanOrderRow {
  const day = dayAt(loan, now);
  const owed = owedAt(loan, now);
  const due = owedOnDay(loan, loan.termDays);
  const overdue = overdueOn(loan, loan, day);
  const isCredited = loan.creditedAt !== null;
  return {
    ID: loan.id,
    CreatedAt: isoTime(loan.createdAt),
    UpdatedAt: isoTime(loan.updatedAt),
    orderNo: orderNoOf(loan),
    loan_id: loan.productId,
    ...termsRow(loan),
    amount: formatDecimal(loan.requested),
    approved: isCredited ? formatDecimal(loan.offered) : '',
    status: STATUS[loan.state] ?? loanStatus.underReview,
    reason: messageIn(
      langOf(lang),
      loan.reason,
      loan.state === 'rejected' ? 'reject.loan' : 'lowerLoan',
    ),
    decidedAt: timeOrNull(loan.decidedAt),
    creditedAt: timeOrNull(loan.creditedAt),
    dueAt: timeOrNull(loan.dueAt),
    repaidAt: timeOrNull(loan.repaidAt),
    day,
    principal: formatDecimal(owed.principal),
    interest: formatDecimal(owed.interest),
    total: formatDecimal(owed.total),
    perDay: formatDecimal(isOwed(loan) ? loanWorstCase(loan, loan.principal).perDay : ZERO),
    dueInterest: formatDecimal(due.interest),
    dueTotal: formatDecimal(due.total),
    interestPaid: formatDecimal(loan.interestPaid),
    principalPaid: formatDecimal(isCredited ? subtract(loan.offered, loan.principal) : ZERO),
    overdueDays: isCredited ? overdue.days : 0,
    overdueInterest: formatDecimal(overdue.interest),
  };
}

/** The member's event about a loan, in their language. */
export async function loanEvent(
  reader: Reader,
  loan: StoredLoan,
  now: number,
): Promise<MemberEvent> {
  const { memberId, reason } = loan;
  const member = reason === '' ? undefined : await memberById(reader, memberId);
  return { memberId, topic: 'loan.changed', data: loanRow(loan, now, member?.lang ?? 'en') };
}

export function repaymentRow(repayment: StoredRepayment) {
  return {
    ID: repayment.id,
    CreatedAt: isoTime(repayment.createdAt),
    amount: formatDecimal(repayment.amount),
    interest: formatDecimal(repayment.interest),
    principal: formatDecimal(repayment.principal),
    isCollected: repayment.isCollected,
  };
}
