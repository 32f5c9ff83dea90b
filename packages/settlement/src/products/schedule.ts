/**
 * When an order of a term product pays: after each whole day of 24 hours, at the product's payout time.
 * All times are epoch milliseconds. Days are counted in UTC, which has no daylight saving time, so month ends and leap
 * days need no rule.
 */

export const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** The days of one order, frozen when its term starts. */
export interface Schedule {
  readonly startsAt: number;
  /** 1 or more. */
  readonly termDays: number;
}

/**
 * The first payout time at or after `from`: a term starts there, so that each payout is for 24 hours. An order waits for it
 * less than a day. A shared machine waits from the purchase of its last share.
 * Units: `payoutMinute` in minutes after midnight UTC, 0–1439. Our choice: every paid day is a whole one.
 */
export function startOfTerm(from: number, payoutMinute: number): number {
  const offset = payoutMinute * MINUTE_MS;
  return Math.ceil((from - offset) / DAY_MS) * DAY_MS + offset;
}

/** When a day of the term is paid. Units: `day` is 1 for the first one. */
export function payoutAt({ startsAt }: Pick<Schedule, 'startsAt'>, day: number): number {
  return startsAt + day * DAY_MS;
}

/** The last payout; a principal is returned with it. */
export function endOfTerm(schedule: Schedule): number {
  return payoutAt(schedule, schedule.termDays);
}

/** Days of the term that have ended, from 0 to `termDays`. */
export function completedDays({ startsAt, termDays }: Schedule, at: number): number {
  return Math.min(Math.max(Math.floor((at - startsAt) / DAY_MS), 0), termDays);
}

/**
 * The days to pay now, oldest first: several after downtime, none twice, none while the clock is behind the last payout.
 * Units: `paidDays` is the number of days already paid.
 */
export function dueDays(schedule: Schedule, paidDays: number, at: number): readonly number[] {
  const count = Math.max(completedDays(schedule, at) - paidDays, 0);
  return Array.from({ length: count }, (_, index) => paidDays + 1 + index);
}

/** The next payout after `at`. Undefined once the term has ended. */
export function nextPayout(
  schedule: Schedule,
  at: number,
): { readonly day: number; readonly at: number } | undefined {
  const day = completedDays(schedule, at) + 1;
  return day > schedule.termDays ? undefined : { day, at: payoutAt(schedule, day) };
}

/** The UTC date of a time, as the number of days since 1 January 1970. */
export function dateNumber(at: number): number {
  return Math.floor(at / DAY_MS);
}
