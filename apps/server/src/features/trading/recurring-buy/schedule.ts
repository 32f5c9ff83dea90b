/** When a plan is due, by the calendar and the clock of its zone (ADR 76). Pure. */
import { Temporal } from 'temporal-polyfill';

export type Rhythm = 'day' | 'week' | 'twoWeeks' | 'month';

export interface Schedule {
  readonly rhythm: Rhythm;
  /** Of a week 1 Monday to 7 Sunday; of a month 1 to 28, or `LAST_DAY`; 0 of a daily plan. */
  readonly day: number;
  /** After midnight on the wall. */
  readonly minute: number;
  /** IANA name. */
  readonly timeZone: string;
}

/** `firstOn`: a date of the rhythm, `YYYY-MM-DD`; every two weeks are counted from it. */
export interface CountedSchedule extends Schedule {
  readonly firstOn: string;
}

export interface Due {
  /** Epoch ms. */
  readonly at: number;
  /** The date on the wall. Shape: `YYYY-MM-DD`. */
  readonly on: string;
}

/** Of a month: its last day. */
export const LAST_DAY = 31;
const WEEK = 7;

/** Whether it is an IANA name that this server knows. */
export function isTimeZone(name: string): boolean {
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name);
    return true;
  } catch {
    return false;
  }
}

/** The first due time after `after` (epoch ms) of a plan that begins then. */
export function firstDue(schedule: Schedule, after: number): Due {
  return nextOf(schedule, after, (date) => dateFrom(schedule, date));
}

/**
 * The first due time after `after` (epoch ms). A time that the clock leaps over is as long after the leap as it would be after its
 * beginning; of a time that comes twice it is the first.
 */
export function dueAfter(schedule: CountedSchedule, after: number): Due {
  if (schedule.rhythm !== 'twoWeeks') return firstDue(schedule, after);
  const first = Temporal.PlainDate.from(schedule.firstOn);
  return nextOf(schedule, after, (date) => {
    const weekly = dateFrom(schedule, date);
    const isBetween = (first.until(weekly, { largestUnit: 'days' }).days / WEEK) % 2 !== 0;
    return isBetween ? weekly.add({ days: WEEK }) : weekly;
  });
}

function nextOf(
  { minute, timeZone }: Schedule,
  after: number,
  from: (date: Temporal.PlainDate) => Temporal.PlainDate,
): Due {
  const plainTime = Temporal.PlainTime.from({ hour: Math.floor(minute / 60), minute: minute % 60 });
  const now = Temporal.Instant.fromEpochMilliseconds(after).toZonedDateTimeISO(timeZone);
  // A day before, because its time can lie after the leap of a clock.
  let date = from(now.toPlainDate().subtract({ days: 1 }));
  for (;;) {
    const at = date.toZonedDateTime({ timeZone, plainTime }).epochMilliseconds;
    if (at > after) return { at, on: date.toString() };
    date = from(date.add({ days: 1 }));
  }
}

/** The first date of the rhythm from `date` on. */
function dateFrom({ rhythm, day }: Schedule, date: Temporal.PlainDate): Temporal.PlainDate {
  if (rhythm === 'day') return date;
  if (rhythm !== 'month') return date.add({ days: (day - date.dayOfWeek + WEEK) % WEEK });
  // A day that a month does not have becomes its last one.
  const inMonth = date.with({ day });
  return Temporal.PlainDate.compare(inMonth, date) < 0
    ? date.add({ months: 1 }).with({ day })
    : inMonth;
}
