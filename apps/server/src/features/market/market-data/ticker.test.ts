import { decimal } from '@tern/money';
import { describe, expect, it } from 'vitest';
import { changePercent, direction, placesOf } from './ticker.ts';

const change = (last: string, open: string) => changePercent(decimal(last), decimal(open));

describe('the change of a ticker', () => {
  it('is truncated toward zero to two decimals', () => {
    expect(change('102.4199', '100')).toBe('2.41');
    expect(change('97.5801', '100')).toBe('-2.41');
    expect(change('100.0099', '100')).toBe('0.00');
    expect(change('99.9901', '100')).toBe('0.00');
    expect(change('0.00001745', '0.00001700')).toBe('2.64');
  });

  it('is "---" when a price is unknown', () => {
    expect(changePercent(undefined, decimal('1'))).toBe('---');
    expect(changePercent(decimal('1'), undefined)).toBe('---');
    expect(changePercent(decimal('1'), 0n)).toBe('---');
  });

  it('has the direction of the displayed number', () => {
    expect(['2.41', '-0.01', '0.00', '---'].map(direction)).toEqual([1, -1, 0, 0]);
  });
});

it('a tick size has only the decimal places it needs', () => {
  expect(['0.01', '0.000000001', '1', '1000'].map((step) => placesOf(decimal(step)))).toEqual([
    2, 9, 0, 0,
  ]);
});
