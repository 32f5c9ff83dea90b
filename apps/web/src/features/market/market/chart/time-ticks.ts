/** Selects the candles with a time label: round times, as many as fit. Pure. */
import { type Interval, isDaily } from '../intervals.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** The epoch was a Thursday; weeks begin on Monday. */
const FIRST_MONDAY_MS = 4 * DAY_MS;

/** Numbers the periods of a calendar: candles of one period share a number. */
type Calendar = (localTime: number) => number;

const every =
  (length: number, origin = 0): Calendar =>
  (at) =>
    Math.floor((at - origin) / length);

const everyMonths =
  (months: number): Calendar =>
  (at) => {
    const date = new Date(at);
    return Math.floor((date.getUTCFullYear() * 12 + date.getUTCMonth()) / months);
  };

/** From fine to coarse. */
const calendars: readonly Calendar[] = [
  ...[1, 5, 10, 15, 30].map((minutes) => every(minutes * MINUTE_MS)),
  ...[1, 2, 3, 4, 6, 12].map((hours) => every(hours * HOUR_MS)),
  ...[1, 2, 4].map((days) => every(days * DAY_MS)),
  ...[1, 2].map((weeks) => every(weeks * 7 * DAY_MS, FIRST_MONDAY_MS)),
  ...[1, 2, 3, 6, 12, 24, 60].map(everyMonths),
];

/** Milliseconds to add to read local time as if it were UTC. */
function offsetAt(interval: Interval, at: number): number {
  return isDaily(interval) ? 0 : -new Date(at).getTimezoneOffset() * MINUTE_MS;
}

export interface TickRequest {
  /** Starts of the shown candles, oldest first. */
  starts: readonly number[];
  /** Candles between two labels at least, on average. */
  gap: number;
  interval: Interval;
}

export interface TimeTick {
  /** Index into `starts`. */
  index: number;
  /** The first candle of a local day. */
  isNewDay: boolean;
}

const dayOf = every(DAY_MS);
/** Part of the gap that the text of a label fills. */
const LABEL_SHARE = 0.75;

/** Without labels over each other, where a closed market leaves two firsts side by side: days stay before times. */
function apart(ticks: readonly TimeTick[], gap: number): TimeTick[] {
  return ticks.reduce<TimeTick[]>((kept, tick) => {
    const last = kept.at(-1);
    if (last === undefined || tick.index - last.index >= gap * LABEL_SHARE) return [...kept, tick];
    return last.isNewDay && !tick.isNewDay ? kept : [...kept.slice(0, -1), tick];
  }, []);
}

/** The first candle of each period, in the finest calendar whose labels are not too close. */
export function timeTicks({ starts, gap, interval }: TickRequest): TimeTick[] {
  const local = starts.map((start) => start + offsetAt(interval, start));
  const isFirst = (calendar: Calendar, index: number) => {
    const [before, at] = [local[index - 1], local[index]];
    return before !== undefined && at !== undefined && calendar(at) !== calendar(before);
  };
  for (const calendar of calendars) {
    const firsts = [...local.keys()].filter((index) => isFirst(calendar, index));
    if (firsts.length * gap > starts.length) continue;
    // Not "at midnight": hours begin at 30 past in India, and clocks skip midnight where they change at it.
    return apart(
      firsts.map((index) => ({ index, isNewDay: isFirst(dayOf, index) })),
      gap,
    );
  }
  return [];
}
