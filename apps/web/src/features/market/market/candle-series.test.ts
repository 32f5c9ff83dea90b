import { expect, test } from 'vitest';
import type { Candle } from './candle.ts';
import { leavesGap, mergeCandles, tailSince, withLive, withPrice } from './candle-series.ts';

const MINUTE = 60_000;
const candle = (minute: number, close = '10', more: Partial<Candle> = {}): Candle => ({
  start: minute * MINUTE,
  open: '10',
  high: '12',
  low: '9',
  close,
  amount: '1',
  ...more,
});
const minutes = (series: readonly Candle[]) => series.map(({ start }) => start / MINUTE);

test('merges two series in order; the newer one wins where both have a candle', () => {
  const merged = mergeCandles(
    [candle(1), candle(2, '10')],
    [candle(4), candle(2, '11'), candle(3)],
  );
  expect(minutes(merged)).toEqual([1, 2, 3, 4]);
  expect(merged[1]?.close).toBe('11');
});

test('keeps gaps for minutes without trades', () => {
  expect(minutes(mergeCandles([candle(1), candle(5)], [candle(9)]))).toEqual([1, 5, 9]);
});

test('a live candle replaces the running one, follows it, or is too late', () => {
  const known = [candle(1), candle(2, '10')];
  expect(withLive(known, candle(2, '11')).at(-1)?.close).toBe('11');
  expect(minutes(withLive(known, candle(3)))).toEqual([1, 2, 3]);
  expect(withLive(known, candle(1, '99'))).toBe(known);
});

test('a live candle two intervals ahead may have skipped one, the next one has not', () => {
  const known = [candle(1), candle(2)];
  expect(leavesGap(known, candle(3), '1min')).toBe(false);
  expect(leavesGap(known, candle(4), '1min')).toBe(true);
  expect(leavesGap(known, candle(2), '1min')).toBe(false);
});

test('a month is followed by the next month, whatever its length', () => {
  const month = (index: number): Candle => ({ ...candle(0), start: Date.UTC(2026, index, 1) });
  expect(leavesGap([month(0)], month(1), '1mon')).toBe(false);
  expect(leavesGap([month(0)], month(2), '1mon')).toBe(true);
});

test('a price updates and widens the running candle, compared as numbers', () => {
  const known = [candle(5, '9.5', { high: '9.8', low: '9.1' })];
  const at = 5 * MINUTE + 30_000;
  expect(withPrice(known, { price: '10.2', at }, '1min')[0]).toMatchObject({
    open: '10',
    close: '10.2',
    high: '10.2',
    low: '9.1',
  });
  expect(withPrice(known, { price: '9', at }, '1min')[0]).toMatchObject({ high: '9.8', low: '9' });
});

test('a price in the next minute opens a candle; an older price, or one without candles, changes nothing', () => {
  const known = [candle(5)];
  expect(withPrice(known, { price: '11', at: 6 * MINUTE }, '1min').at(-1)).toEqual(
    candle(6, '11', { open: '11', high: '11', low: '11', amount: '0' }),
  );
  expect(withPrice(known, { price: '11', at: 4 * MINUTE }, '1min')).toBe(known);
  expect(withPrice(known, { price: '0', at: 5 * MINUTE }, '1min')).toBe(known);
  expect(withPrice([], { price: '11', at: 5 * MINUTE }, '1min')).toEqual([]);
});

test('continues a drawing while only its last candle changed, otherwise redraws it', () => {
  const before = [candle(1), candle(2, '10')];
  const after = [candle(1), candle(2, '11'), candle(3)];
  expect(minutes(tailSince(before, after) ?? [])).toEqual([2, 3]);
  expect(tailSince(before, [candle(1, '77'), candle(2)])).toBeUndefined();
  expect(tailSince(before, [candle(0), candle(1), candle(2)])).toBeUndefined();
  expect(tailSince([], after)).toBeUndefined();
});
