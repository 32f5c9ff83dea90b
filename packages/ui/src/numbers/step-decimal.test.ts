/** The − and + of a number field. */
import { expect, test } from 'vitest';
import { stepDecimal } from './step-decimal.ts';

const step = (draft: string, size: string, direction: 1 | -1, bounds = {}) =>
  stepDecimal({ draft, step: size, direction, ...bounds });

test('a step is exact where floats are not', () => {
  expect(step('0.1', '0.2', 1)).toBe('0.2');
  expect(step('64218.40', '0.01', 1)).toBe('64218.41');
  expect(step('0.30000001', '0.00000001', -1)).toBe('0.30000000');
});

test('a number between ticks moves to the next tick in that direction', () => {
  expect(step('64218.437', '0.1', 1)).toBe('64218.5');
  expect(step('64218.437', '0.1', -1)).toBe('64218.4');
});

test('a step never leaves its bounds', () => {
  expect(step('0', '0.01', -1)).toBe('0.00');
  expect(step('', '5', 1)).toBe('5');
  expect(step('99.5', '0.2', 1, { max: '99.5' })).toBe('99.5');
  expect(step('1', '1', -1, { min: '1' })).toBe('1');
});
