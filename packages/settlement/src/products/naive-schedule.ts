/** A naive model of the payout times: it goes from date to date of a calendar with its month lengths and leap years. */

interface CalendarDate {
  readonly year: number;
  /** 1–12 */
  readonly month: number;
  readonly day: number;
}

const DAYS_IN_MONTH = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

const isLeapYear = (year: number): boolean =>
  (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;

const daysIn = ({ year, month }: CalendarDate): number =>
  month === 2 && isLeapYear(year) ? 29 : (DAYS_IN_MONTH[month - 1] ?? 0);

/** The date after this one. */
function dayAfter(date: CalendarDate): CalendarDate {
  if (date.day < daysIn(date)) return { ...date, day: date.day + 1 };
  if (date.month < 12) return { year: date.year, month: date.month + 1, day: 1 };
  return { year: date.year + 1, month: 1, day: 1 };
}

/** Epoch milliseconds of a UTC date at a minute of the day. */
export function timeNaively(date: CalendarDate, minute: number): number {
  let days = date.day - 1;
  for (let year = 1970; year < date.year; year += 1) days += isLeapYear(year) ? 366 : 365;
  for (let month = 1; month < date.month; month += 1) days += daysIn({ ...date, month });
  return (days * 24 * 60 + minute) * 60 * 1_000;
}

/** The UTC date of a time, by going there from 1970. */
export function dateNaively(at: number): CalendarDate {
  let date: CalendarDate = { year: 1970, month: 1, day: 1 };
  for (let left = at; left >= 24 * 60 * 60 * 1_000; left -= 24 * 60 * 60 * 1_000) {
    date = dayAfter(date);
  }
  return date;
}

/**
 * The start of a term and the times of its payouts.
 * Units: `on` is the UTC date of the purchase and `msOfDay` its time on that date.
 */
export function payoutsNaively(
  on: CalendarDate,
  { msOfDay, payoutMinute, termDays }: { msOfDay: number; payoutMinute: number; termDays: number },
): { readonly startsAt: number; readonly payouts: readonly number[] } {
  const waitsForTomorrow = payoutMinute * 60_000 < msOfDay;
  let date = waitsForTomorrow ? dayAfter(on) : on;
  const startsAt = timeNaively(date, payoutMinute);
  const payouts: number[] = [];
  while (payouts.length < termDays) {
    date = dayAfter(date);
    payouts.push(timeNaively(date, payoutMinute));
  }
  return { startsAt, payouts };
}
