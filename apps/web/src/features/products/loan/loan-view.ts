/** What the loan screens show of a loan: its days, its sums, a repayment's parts. Pure. */
import {
  add,
  type Amount,
  decimal,
  formatDecimal,
  larger,
  smaller,
  subtract,
  ZERO,
} from '@tern/money';
import { type AmountFault, outgoingFault } from '../../../kernel/amount-limits.ts';
import type { Loan } from './api.ts';

/** Yearly rates stand one below the other: 18.25%, 14.60%. */
export const YEARLY_PLACES = 2;

/** The days of a term, which add up to it. */
export interface TermDays {
  /** Interest-free, so far. */
  free: number;
  /** With interest, so far. */
  paid: number;
  left: number;
}

/** `day` is that of the loan; a whole term before it is credited. */
export function termDaysOf(
  { freeDays, termDays }: Pick<Loan, 'freeDays' | 'termDays'>,
  day: number = termDays,
): TermDays {
  const past = Math.min(day, termDays);
  const free = Math.min(past, freeDays);
  return { free, paid: past - free, left: termDays - past };
}

const amount = (text: string) => decimal<Amount>(text);

/** Decimal texts: what a running loan costs and comes to. */
export interface LoanSums {
  /** Paid or not. */
  interestSoFar: string;
  /** Principal and interest. */
  repaid: string;
  /** Interest that the days until the due date still add. */
  toCome: string;
}

export function sumsOf(loan: Loan): LoanSums {
  const { interest, interestPaid, principalPaid, dueInterest } = loan;
  const toCome = larger(subtract(amount(dueInterest), amount(interest)), ZERO);
  return {
    interestSoFar: formatDecimal(add(amount(interest), amount(interestPaid))),
    repaid: formatDecimal(add(amount(interestPaid), amount(principalPaid))),
    toCome: formatDecimal(toCome),
  };
}

/** Days of the loan that bear interest so far. */
export function interestDays({ day, freeDays }: Pick<Loan, 'day' | 'freeDays'>): number {
  return Math.max(day - freeDays, 0);
}

/** Whether it has been credited and not yet repaid. */
export function isOwed({ status }: Pick<Loan, 'status'>): boolean {
  return status === 'active' || status === 'overdue';
}

/** Whether an amount is more than nothing. */
export const isSome = (text: string) => amount(text) > ZERO;

/** The parts of a repayment: interest is paid first. Decimal texts. */
export interface RepaymentParts {
  interest: string;
  principal: string;
  left: string;
}

/** `paid` is at most what is owed. */
export function partsOf({ interest, total }: Loan, paid: string): RepaymentParts {
  const given = amount(paid);
  const first = smaller(given, amount(interest));
  return {
    interest: formatDecimal(first),
    principal: formatDecimal(subtract(given, first)),
    left: formatDecimal(subtract(amount(total), given)),
  };
}

/** Why an amount cannot be repaid; the server decides. An unknown balance blocks nothing. */
export function repaymentFault(
  typed: string,
  { total }: Pick<Loan, 'total'>,
  available: string | undefined,
): AmountFault | undefined {
  return outgoingFault(typed, available ?? total, { min: '0', max: total });
}
