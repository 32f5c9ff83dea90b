import { type Amount, decimal, type Price } from '@tern/money';
import { describe, expect, it } from 'vitest';
import type { Candle } from '../../kernel/prices/candle.ts';
import { measuredDeviation } from './measure-movement.ts';
import { HOUR_MS } from '../../platform/durations.ts';

const none = decimal<Amount>('0');

/** Hours that go up and down by one percent in turn. */
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

describe('how much a live market moves', () => {
  it('is the root mean square of its hourly returns, by the second', () => {
    expect(measuredDeviation(hoursOf(25))).toBeCloseTo(Math.log(1.01) / 60, 8);
  });

  it('is not known from fewer than twelve hours that follow each other', () => {
    expect(measuredDeviation(hoursOf(12))).toBeUndefined();
    expect(measuredDeviation(hoursOf(13))).toBeDefined();
    expect(measuredDeviation(hoursOf(25, (hour) => hour % 2 === 0))).toBeUndefined();
  });
});
