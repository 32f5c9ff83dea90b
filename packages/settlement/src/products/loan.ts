/**
 * Loans: simple interest on the principal still owed, for every day that has started after the interest-free ones.
 * The rate does not rise when a loan is overdue.
 */
import {
  add,
  type Amount,
  divideInteger,
  ONE,
  quantize,
  type Rate,
  smaller,
  subtract,
  ZERO,
} from '@tern/money';
import { DAY_MS } from './schedule.ts';

/** Frozen on the order. */
export interface LoanTerms {
  /** 0.0005 is 0.05 % a day. Interest is exact when it has at most 18 − `scale` places. */
  readonly dailyRate: Rate;
  readonly freeDays: number;
  /** The loan is due this many days after it was credited. */
  readonly termDays: number;
  /** Decimal places of the asset. */
  readonly scale: number;
}

/** What is owed, and how far interest is counted. */
export interface LoanState {
  readonly principal: Amount;
  /** All interest so far, before rounding; of it, that of overdue days. */
  readonly accrued: Amount;
  readonly accruedOverdue: Amount;
  readonly interestPaid: Amount;
  /** Days of the loan in `accrued`. */
  readonly countedDays: number;
}

/** A loan that has just been credited. Units: `approved` is more than 0. */
export function openLoan(approved: Amount): LoanState {
  return {
    principal: approved,
    accrued: ZERO,
    accruedOverdue: ZERO,
    interestPaid: ZERO,
    countedDays: 0,
  };
}

/**
 * The days of a loan that have started: 0 when it is credited, 1 until 24 hours later, and so on. Units: epoch milliseconds.
 * Our choice: a started day counts.
 */
export function loanDay(creditedAt: number, at: number): number {
  return Math.max(Math.ceil((at - creditedAt) / DAY_MS), 0);
}

/** When the loan is due. Collection counts interest up to this time, even if it runs later. Units: epoch milliseconds. */
export function dueTime({ termDays }: Pick<LoanTerms, 'termDays'>, creditedAt: number): number {
  return creditedAt + termDays * DAY_MS;
}

/** Counts the interest of all days up to `day`; earlier days stay as they are. */
export function accrue(terms: LoanTerms, state: LoanState, day: number): LoanState {
  const { countedDays, principal } = state;
  if (day <= countedDays) return state;
  const daysAfter = (start: number) => Math.max(day, start) - Math.max(countedDays, start);
  const interestOf = (days: number) =>
    divideInteger(principal * terms.dailyRate * BigInt(days), ONE, 'up') as Amount;
  const overdueFrom = Math.max(terms.termDays, terms.freeDays);
  return {
    ...state,
    accrued: add(state.accrued, interestOf(daysAfter(terms.freeDays))),
    accruedOverdue: add(state.accruedOverdue, interestOf(daysAfter(overdueFrom))),
    countedDays: day,
  };
}

export interface Owed {
  readonly principal: Amount;
  /** The total of the interest rounded up to the asset's scale, less what was paid of it. */
  readonly interest: Amount;
  readonly total: Amount;
}

/** What is owed on a day of the loan. Never fails: a day before the last counted one owes the same as that. */
export function owedOn(terms: LoanTerms, state: LoanState, day: number): Owed {
  const { principal, accrued, interestPaid } = accrue(terms, state, day);
  const interest = subtract(quantize(accrued, terms.scale, 'up'), interestPaid);
  return { principal, interest, total: add(principal, interest) };
}

export interface Repayment {
  /** Interest is paid first. */
  readonly interest: Amount;
  readonly principal: Amount;
  readonly state: LoanState;
  /** Nothing is owed any more. */
  readonly isRepaid: boolean;
}

/**
 * Repays part or all of a loan: interest first, then principal. There is no fee for repaying early.
 * Undefined for an amount that is 0 or more than is owed.
 */
export function repay(
  terms: LoanTerms,
  state: LoanState,
  payment: { readonly day: number; readonly amount: Amount },
): Repayment | undefined {
  const { day, amount } = payment;
  const owed = owedOn(terms, state, day);
  if (amount <= ZERO || amount > owed.total) return undefined;
  const interest = smaller(amount, owed.interest);
  const principal = subtract(amount, interest);
  const counted = accrue(terms, state, day);
  return {
    interest,
    principal,
    state: {
      ...counted,
      principal: subtract(counted.principal, principal),
      interestPaid: add(counted.interestPaid, interest),
    },
    isRepaid: amount === owed.total,
  };
}

/**
 * What is taken automatically: as much of what is owed as is available; the rest is overdue.
 * Undefined when nothing is available or owed.
 */
export function collect(
  terms: LoanTerms,
  state: LoanState,
  { day, available }: { readonly day: number; readonly available: Amount },
): Repayment | undefined {
  const amount = smaller(available, owedOn(terms, state, day).total);
  return repay(terms, state, { day, amount });
}

/** The overdue part of a loan on a day: days after the due time and their interest, paid or not, rounded up. */
export function overdueOn(
  terms: LoanTerms,
  state: LoanState,
  day: number,
): { readonly days: number; readonly interest: Amount } {
  const { accruedOverdue } = accrue(terms, state, day);
  return {
    days: Math.max(day - terms.termDays, 0),
    interest: quantize(accruedOverdue, terms.scale, 'up'),
  };
}

/** What a loan costs if nothing is repaid before a day. */
export interface LoanCost {
  readonly interest: Amount;
  /** With the principal. */
  readonly total: Amount;
}

/** The cost of an amount repaid whole on a day of the loan. */
export function costOn(terms: LoanTerms, amount: Amount, day: number): LoanCost {
  const { interest, total } = owedOn(terms, openLoan(amount), day);
  return { interest, total };
}

/** A daily rate as a simple yearly one, of 365 days. */
export function yearlyRate(dailyRate: Rate): Rate {
  return (dailyRate * 365n) as Rate;
}

/** Shown before applying. */
export interface LoanWorstCase {
  /** On the due date. */
  readonly due: LoanCost;
  /** What each further day adds until all is repaid, rounded up; there is no upper limit. */
  readonly perDay: Amount;
}

/** The worst case: nothing is repaid by the due date. */
export function loanWorstCase(terms: LoanTerms, amount: Amount): LoanWorstCase {
  const perDay = divideInteger(amount * terms.dailyRate, ONE, 'up') as Amount;
  return {
    due: costOn(terms, amount, terms.termDays),
    perDay: quantize(perDay, terms.scale, 'up'),
  };
}
