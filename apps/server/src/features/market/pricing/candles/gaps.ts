/** Feed gaps: open time without any price of a whole class of markets. Pure. */
import { isOpen, type TradingHours } from '../../../../kernel/catalog/trading-hours.ts';
import { floorTo } from '../../../../kernel/prices/intervals.ts';
import { HOUR_MS, MINUTE_MS } from '../../../../platform/durations.ts';

/** The last price before the gap and the first one after it. Units: epoch milliseconds. */
export interface Gap {
  readonly from: number;
  readonly to: number;
}

/** A single market may be quiet for longer; a whole class may not. */
const GAP_MIN_MS = 60_000;

/** The gap between two prices of a class, if it is long enough; closed hours do not count. */
export function gapBetween(hours: TradingHours, from: number, to: number): Gap | undefined {
  if (!Number.isFinite(from) || to - from <= GAP_MIN_MS) return undefined;
  let openMs = 0;
  for (let at = from; at < to && openMs <= GAP_MIN_MS; ) {
    const next = Math.min(floorTo(at, HOUR_MS) + HOUR_MS, to);
    if (isOpen(hours, at)) openMs += next - at;
    at = next;
  }
  return openMs > GAP_MIN_MS ? { from, to } : undefined;
}

export interface Times {
  readonly hours: TradingHours;
  /** Oldest first, without overlaps. */
  readonly gaps: readonly Gap[];
}

/** The last gap that overlaps the span, whose end is excluded. */
export function gapIn(gaps: readonly Gap[], start: number, end: number): Gap | undefined {
  for (let index = gaps.length - 1; index >= 0; index -= 1) {
    const gap = gaps[index]!;
    if (gap.to <= start) return undefined;
    if (gap.from < end) return gap;
  }
  return undefined;
}

/**
 * True when the span contains a whole minute in which the market was open and the feed had no gap.
 * Units: `start` is on a minute.
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

/** The parts of the gaps that were not backfilled. Shape: both oldest first. */
export function withoutBackfilled(gaps: readonly Gap[], backfilled: readonly Gap[]): Gap[] {
  return backfilled.reduce<Gap[]>(
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
