import { afterEach, expect, test, vi } from 'vitest';
import type { Interval } from '../intervals.ts';
import { timeTicks } from './time-ticks.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

afterEach(() => vi.unstubAllEnvs());

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

/** Where a date is shown, in local time. */
function datedIn(timeZone: string, starts: readonly number[], interval: Interval) {
  vi.stubEnv('TZ', timeZone);
  const local = new Intl.DateTimeFormat('sv', { dateStyle: 'short', timeStyle: 'short', timeZone });
  return timeTicks({ starts, gap: 4, interval })
    .filter(({ isNewDay }) => isNewDay)
    .map(({ index }) => local.format(starts[index]));
}

const hours = (first: number, count = 60) =>
  Array.from({ length: count }, (_, index) => first + index * HOUR);

test.each([
  ['half-hour zones, where hours begin at 30 past', 'Asia/Kolkata', 'date 00:30'],
  ['zones of three quarters', 'Asia/Kathmandu', 'date 00:45'],
  ['full hours', 'Europe/Berlin', 'date 00:00'],
])('dates the first candle of each local day in %s', (_, timeZone, first) => {
  const days = ['2026-11-21', '2026-11-22'].map((day) => first.replace('date', day));
  expect(datedIn(timeZone, hours(Date.UTC(2026, 10, 20, 8)), '60min')).toEqual(
    expect.arrayContaining(days),
  );
});

test('dates the first candle of a day whose midnight the clocks skip or repeat', () => {
  expect(datedIn('Asia/Beirut', hours(Date.UTC(2026, 2, 28, 8)), '60min')).toEqual(
    expect.arrayContaining(['2026-03-29 01:00', '2026-03-30 00:00']),
  );
  expect(datedIn('Asia/Beirut', hours(Date.UTC(2026, 9, 24, 8)), '60min')).toEqual(
    expect.arrayContaining(['2026-10-25 00:00', '2026-10-26 00:00']),
  );
  const twice = datedIn('America/Havana', hours(Date.UTC(2026, 9, 31, 12), 50), '60min');
  expect(twice).toEqual(['2026-11-01 00:00', '2026-11-02 00:00']);
});

test('dates the first candle after a closed weekend, and draws no label over another', () => {
  const friday = hours(Date.UTC(2026, 10, 20, 10), 12);
  const from = (hour: number) => [...friday, ...hours(Date.UTC(2026, 10, 22, hour), 12)];
  expect(datedIn('UTC', from(20), '60min')).toEqual(['2026-11-22 20:00', '2026-11-23 00:00']);
  expect(datedIn('UTC', from(23), '60min')).toEqual(['2026-11-23 00:00']);
});
