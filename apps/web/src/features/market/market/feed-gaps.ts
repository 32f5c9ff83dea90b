/** Feed gaps: times without any price, and where they split a series of candles. Pure. */
import type { Series } from './candle-series.ts';
import { candleStart, type Interval } from './intervals.ts';

/** Milliseconds since 1970; the end is exclusive. */
export interface FeedGap {
  from: number;
  to: number;
}

export type FeedGaps = readonly FeedGap[];

/** Merges both lists, oldest first; a gap in both takes its end from the newer one. */
export function mergeFeedGaps(known: FeedGaps, newer: FeedGaps): FeedGaps {
  if (newer.length === 0) return known;
  const byStart = new Map(known.map((gap) => [gap.from, gap]));
  for (const gap of newer) byStart.set(gap.from, gap);
  return [...byStart.values()].sort((left, right) => left.from - right.from);
}

/** The feed gap that explains the missing candles between two consecutive ones. */
export function feedGapBetween(
  feedGaps: FeedGaps,
  { before, after }: { before: number; after: number },
  interval: Interval,
): FeedGap | undefined {
  if (candleStart(interval, after - 1) <= before) return undefined;
  return feedGaps.find(({ from, to }) => from < after && to > before);
}

/** The newest feed gap that shows as a break in the series. */
export function newestBreak(
  candles: Series,
  feedGaps: FeedGaps,
  interval: Interval,
): FeedGap | undefined {
  if (feedGaps.length === 0) return undefined;
  for (let index = candles.length - 1; index > 0; index -= 1) {
    const span = { before: candles[index - 1]!.start, after: candles[index]!.start };
    const found = feedGapBetween(feedGaps, span, interval);
    if (found) return found;
  }
  return undefined;
}
