/** Silence of the feed: when nothing was heard of a whole class of markets, nothing is known of that time. Pure. */
import { isOpen, type TradingHours } from '../../../kernel/catalog/trading-hours.ts';
import { floorTo } from '../../../kernel/prices/intervals.ts';
import { HOUR_MS, MINUTE_MS } from '../../../platform/durations.ts';

/** Units: epoch milliseconds. The last price before the silence and the first one after it. */
export interface Gap {
  readonly from: number;
  readonly to: number;
}

/** Open time without a price of any market of the class; a market alone may well be quiet for longer. */
const SILENCE_MS = 60_000;

/** The silence between two prices of a class, if it is one: closed hours do not count. */
export function gapBetween(hours: TradingHours, from: number, to: number): Gap | undefined {
  if (!Number.isFinite(from) || to - from <= SILENCE_MS) return undefined;
  let openMs = 0;
  for (let at = from; at < to && openMs <= SILENCE_MS; ) {
    const next = Math.min(floorTo(at, HOUR_MS) + HOUR_MS, to);
    if (isOpen(hours, at)) openMs += next - at;
    at = next;
  }
  return openMs > SILENCE_MS ? { from, to } : undefined;
}

export interface Times {
  readonly hours: TradingHours;
  /** In order of time, apart from each other. */
  readonly gaps: readonly Gap[];
}

/** The gap that touches the span, its end excluded; the last of them when there are several. */
export function gapIn(gaps: readonly Gap[], start: number, end: number): Gap | undefined {
  for (let index = gaps.length - 1; index >= 0; index -= 1) {
    const gap = gaps[index]!;
    if (gap.to <= start) return undefined;
    if (gap.from < end) return gap;
  }
  return undefined;
}

/**
 * True when the span holds a whole minute in which the market was open and the feed was heard: a minute
 * without a trade then, not one that nobody knows. Units: `start` on a minute.
 */
export function hasQuietMinute({ hours, gaps }: Times, start: number, end: number): boolean {
  let at = start;
  while (at < end) {
    if (!isOpen(hours, at)) {
      at = floorTo(at, HOUR_MS) + HOUR_MS;
      continue;
    }
    const gap = gapIn(gaps, at, at + MINUTE_MS);
    if (gap === undefined) return true;
    at = floorTo(gap.to - 1, MINUTE_MS) + MINUTE_MS;
  }
  return false;
}

/** What is left of the gaps where a source told the candles afterwards. Shape: both in order of time. */
export function untold(gaps: readonly Gap[], told: readonly Gap[]): Gap[] {
  return told.reduce<Gap[]>(
    (left, { from, to }) =>
      left.flatMap((gap) => {
        if (to <= gap.from || from >= gap.to) return [gap];
        const parts = [
          { from: gap.from, to: Math.max(gap.from, from) },
          { from: Math.min(gap.to, to), to: gap.to },
        ];
        return parts.filter((part) => part.from < part.to);
      }),
    [...gaps],
  );
}
