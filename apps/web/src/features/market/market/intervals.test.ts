import { expect, test } from 'vitest';
import { candlesBetween, candleStart } from './intervals.ts';

const at = Date.UTC(2026, 10, 21, 9, 47, 31);

test.each([
  ['1min', '2026-11-21T09:47'],
  ['15min', '2026-11-21T09:45'],
  ['30min', '2026-11-21T09:30'],
  ['60min', '2026-11-21T09:00'],
  ['1day', '2026-11-21T00:00'],
  ['1week', '2026-11-16T00:00'],
  ['1mon', '2026-11-01T00:00'],
] as const)('the %s candle of that moment starts at %s', (interval, start) => {
  expect(new Date(candleStart(interval, at)).toISOString().slice(0, 16)).toBe(start);
});

test('a span covers the candle it starts in and every one that starts within it', () => {
  expect(candlesBetween('15min', at, at)).toBe(1);
  expect(candlesBetween('15min', 0, 60 * 60_000)).toBe(5);
});
