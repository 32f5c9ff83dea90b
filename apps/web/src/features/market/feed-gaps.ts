/** Times when no price was heard at all, and where they break a run of candles (rules §11). Pure. */
import type { Series } from './candle-series.ts';
import { candleStart, type Interval } from './intervals.ts';

/** Milliseconds since 1970, the end excluded. */
export interface FeedGap {
  from: number;
  to: number;
}

export type FeedGaps = readonly FeedGap[];

/** Both lists in one, oldest first; a silence that both know ends where the newer one says. */
export function mergeFeedGaps(known: FeedGaps, newer: FeedGaps): FeedGaps {
  if (newer.length === 0) return known;
  const byStart = new Map(known.map((silence) => [silence.from, silence]));
  for (const silence of newer) byStart.set(silence.from, silence);
  return [...byStart.values()].sort((left, right) => left.from - right.from);
}

/** The silence because of which candles are missing between two that follow each other. */
export function feedGapBetween(
  silences: FeedGaps,
  { before, after }: { before: number; after: number },
  interval: Interval,
): FeedGap | undefined {
  if (candleStart(interval, after - 1) <= before) return undefined;
  return silences.find(({ from, to }) => from < after && to > before);
}

/** The newest silence that shows as a break in the run. */
export function newestBreak(
  candles: Series,
  silences: FeedGaps,
  interval: Interval,
): FeedGap | undefined {
  if (silences.length === 0) return undefined;
  for (let index = candles.length - 1; index > 0; index -= 1) {
    const span = { before: candles[index - 1]!.start, after: candles[index]!.start };
    const found = feedGapBetween(silences, span, interval);
    if (found) return found;
  }
  return undefined;
}
