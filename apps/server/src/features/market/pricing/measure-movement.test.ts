import { type Amount, decimal, type Price } from '@tern/money';
import { describe, expect, it } from 'vitest';
import type { Candle } from '../../../kernel/prices/candle.ts';
import { measuredDeviation } from './measure-movement.ts';
import { HOUR_MS } from '../../../platform/durations.ts';

const none = decimal<Amount>('0');

/** Hours that alternately rise and fall by one percent. */
const hoursOf = (count: number, isMissing = (_hour: number) => false): Candle[] =>
  Array.from({ length: count }, (_, hour) => {
    const close = decimal<Price>(hour % 2 === 0 ? '100' : '101');
    const candle = {
      open: close,
      high: close,
      low: close,
      close,
      amount: none,
      vol: none,
      count: 0,
    };
    return { start: hour * HOUR_MS, ...candle };
  }).filter((_, hour) => !isMissing(hour));

describe('the measured movement of a live market', () => {
  it('is the root mean square of its hourly returns, per second', () => {
    expect(measuredDeviation(hoursOf(25))).toBeCloseTo(Math.log(1.01) / 60, 8);
  });

  it('needs at least twelve consecutive hourly returns', () => {
    expect(measuredDeviation(hoursOf(12))).toBeUndefined();
    expect(measuredDeviation(hoursOf(13))).toBeDefined();
    expect(measuredDeviation(hoursOf(25, (hour) => hour % 2 === 0))).toBeUndefined();
  });
});
