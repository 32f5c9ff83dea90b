import { expect, test } from 'vitest';
import { isChosenIndicators, legendOf } from './indicators.ts';

test("names averages and shows them with the price's places", () => {
  expect(legendOf('MA', { ma1: 64000.25, ma2: 63000 }, 1)).toEqual([
    { name: 'MA7', value: '64000.25', places: 1 },
    { name: 'MA25', value: '63000', places: 1 },
    { name: 'MA60', value: undefined, places: 1 },
  ]);
});

test('shows a percentage with two places, whatever the price has', () => {
  const legend = legendOf('RSI', { rsi1: 48.571, rsi2: Number.NaN }, 9);
  expect(legend.map(({ places }) => places)).toEqual([2, 2, 2]);
  expect(legend.map(({ value }) => value)).toEqual(['48.571', undefined, undefined]);
});

test('accepts a selection written by another build only if this one knows it', () => {
  expect(isChosenIndicators({ main: 'MA', hasVolume: false })).toBe(true);
  expect(isChosenIndicators({ main: 'SAR', hasVolume: true, sub: 'MACD' })).toBe(false);
  expect(isChosenIndicators('MA')).toBe(false);
});
