import { expect, test } from 'vitest';
import type { Candle } from './candle.ts';
import { mergeFeedGaps, newestBreak, feedGapBetween } from './feed-gaps.ts';

const MINUTE = 60_000;
const at = (...minutes: number[]): Candle[] =>
  minutes.map((minute) => ({
    start: minute * MINUTE,
    open: '1',
    high: '1',
    low: '1',
    close: '1',
    amount: '0',
  }));
const gap = (from: number, to: number) => ({ from: from * MINUTE, to: to * MINUTE });
const between = (before: number, after: number) => ({
  before: before * MINUTE,
  after: after * MINUTE,
});

test('splits a series where candles are missing because of a feed gap', () => {
  const feedGaps = [gap(3.5, 7.2)];
  expect(feedGapBetween(feedGaps, between(3, 7), '1min')).toEqual(feedGaps[0]);
  expect(newestBreak(at(1, 2, 3, 7, 8), feedGaps, '1min')).toEqual(feedGaps[0]);
});

test('closed hours are no feed gap, and a short gap inside a candle splits nothing', () => {
  expect(newestBreak(at(1, 2, 500, 501), [], '1min')).toBeUndefined();
  expect(newestBreak(at(1, 2, 500, 501), [gap(900, 905)], '1min')).toBeUndefined();
  expect(newestBreak(at(0, 30, 60), [gap(31, 36)], '30min')).toBeUndefined();
});

test('reports the newest of several breaks', () => {
  const feedGaps = [gap(2, 5), gap(8, 12)];
  expect(newestBreak(at(1, 5, 6, 7, 12), feedGaps, '1min')).toEqual(feedGaps[1]);
});

test('a gap that lasted longer ends where the newer answer says', () => {
  const known = [gap(1, 3), gap(9, 11)];
  expect(mergeFeedGaps(known, [gap(9, 14)])).toEqual([gap(1, 3), gap(9, 14)]);
  expect(mergeFeedGaps(known, [])).toBe(known);
});
