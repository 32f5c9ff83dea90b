import { expect, test } from 'vitest';
import type { Candle } from './candle.ts';
import { trendOf } from './trend.ts';

const candle = (open: string, high: string, low: string, close: string): Candle => ({
  start: 0,
  amount: '1',
  open,
  high,
  low,
  close,
});

test('runs from the first open to the last close, with the extremes between', () => {
  const run = [candle('100', '109', '99', '105'), candle('105', '110.5', '9.5', '102.419')];
  expect(trendOf(run)).toEqual({
    direction: 1,
    change: '2.41',
    count: 2,
    from: '100',
    to: '102.419',
    high: '110.5',
    low: '9.5',
  });
});

test('has no trend without candles', () => {
  expect(trendOf([])).toBeUndefined();
});
