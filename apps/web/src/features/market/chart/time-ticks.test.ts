import { expect, test } from 'vitest';
import type { Interval } from '../intervals.ts';
import { timeTicks } from './time-ticks.ts';

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;

function labelled(interval: Interval, first: number, length: number) {
  const starts = Array.from({ length: 45 }, (_, index) => first + index * length);
  return timeTicks({ starts, gap: 11, interval }).map(({ index }) =>
    new Date(starts[index] ?? 0).toISOString().slice(0, 16),
  );
}

test('labels daily candles at the start of every second week', () => {
  expect(labelled('1day', Date.UTC(2026, 9, 7), DAY)).toEqual([
    '2026-10-12T00:00',
    '2026-10-26T00:00',
    '2026-11-09T00:00',
  ]);
});

test('labels weekly candles where quarters begin', () => {
  expect(labelled('1week', Date.UTC(2026, 0, 5), 7 * DAY)).toEqual([
    '2026-04-06T00:00',
    '2026-07-06T00:00',
    '2026-10-05T00:00',
  ]);
});

test('keeps the average distance between labels, at round times', () => {
  const starts = Array.from(
    { length: 45 },
    (_, index) => Date.UTC(2026, 10, 20, 22) + index * 15 * MINUTE,
  );
  const ticks = timeTicks({ starts, gap: 11, interval: '15min' });
  expect(ticks.length).toBeGreaterThan(1);
  expect(ticks.length * 11).toBeLessThanOrEqual(45);
  for (const { index } of ticks) expect((starts[index] ?? 1) % (60 * MINUTE)).toBe(0);
});

test('labels nothing when there are too few candles', () => {
  expect(timeTicks({ starts: [0, MINUTE], gap: 11, interval: '1min' })).toEqual([]);
});
