/** What is owed on a stored loan, at a moment. Pure. */
import { type Amount, decimal, larger, smaller, ZERO } from '@tern/money';
import { loanDay, type LoanState, type LoanTerms, type Owed, owedOn } from '@tern/settlement';
import { DAY_MS } from '../../../platform/durations.ts';

/** A loan as far as the amounts depend on it; all times in epoch milliseconds. */
export interface OwedLoan extends LoanTerms, LoanState {
  readonly state: string;
  readonly creditedAt: number | null;
  readonly repaidAt: number | null;
}

/** Credited and not repaid yet. */
export function isOwed({ state }: Pick<OwedLoan, 'state'>): boolean {
  return state === 'active' || state === 'overdue';
}

/** The day of a loan: 0 before the credit; it stays once the loan is repaid. */
export function dayAt({ creditedAt, repaidAt }: OwedLoan, at: number): number {
  return creditedAt === null ? 0 : loanDay(creditedAt, repaidAt ?? at);
}

const NOTHING: Owed = { principal: ZERO, interest: ZERO, total: ZERO };

/** What is owed on a day; nothing before the credit and after the last repayment. */
export function owedOnDay(loan: OwedLoan, day: number): Owed {
  return isOwed(loan) ? owedOn(loan, loan, day) : NOTHING;
}

export function owedAt(loan: OwedLoan, at: number): Owed {
  return owedOnDay(loan, dayAt(loan, at));
}

/** The amount of the example in the list: 1,000, or the nearest bound. */
export function exampleAmount(bounds: { readonly min: Amount; readonly max: Amount }): Amount {
  return smaller(larger(decimal<Amount>('1000'), bounds.min), bounds.max);
}

const EXAMPLE_DAYS = [7, 14, 30];

/** The days of repayment whose cost is shown before applying. */
export function exampleDays({ termDays }: Pick<LoanTerms, 'termDays'>): readonly number[] {
  return EXAMPLE_DAYS.filter((day) => day <= termDays);
}

/** Members are reminded this many days before the due date. */
const REMINDER_DAYS = [3, 1];

/** The next reminder after `at`, epoch ms; null when none is left. Also at the credit of a loan, whose term may be shorter. */
export function nextReminder(dueAt: number, at: number): number | null {
  const times = REMINDER_DAYS.map((days) => dueAt - days * DAY_MS).filter((time) => time > at);
  return times.length === 0 ? null : Math.min(...times);
}
