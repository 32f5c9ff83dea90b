import { expect, test } from 'vitest';
import { averageOf, feePercent, filledPercent, quantityOf, stateOf } from './order-view.ts';

test('an open order with fills is partly filled', () => {
  expect(stateOf({ status: 1, dealNum: '0' })).toBe('open');
  expect(stateOf({ status: 1, dealNum: '0.1' })).toBe('partlyFilled');
  expect(stateOf({ status: 2, dealNum: '1' })).toBe('filled');
  expect(stateOf({ status: 3, dealNum: '0.1' })).toBe('cancelled');
});

test('cuts the filled percentage, never rounding up to 100', () => {
  const limit = { mnum: '3', musdt: '300', dealNum: '2.9999', dealTotal: '299.99' };
  expect(filledPercent(limit)).toBe('99');
  expect(filledPercent({ ...limit, dealNum: '0' })).toBe('0');
  expect(filledPercent({ ...limit, mnum: '0', dealTotal: '150' })).toBe('50');
  expect(filledPercent({ mnum: '0', musdt: '0', dealNum: '0', dealTotal: '0' })).toBe('0');
});

test('shows the filled quantity of a market buy', () => {
  expect(quantityOf({ mnum: '0', dealNum: '0.25' })).toBe('0.25');
  expect(quantityOf({ mnum: '1', dealNum: '0.25' })).toBe('1');
});

test('the average price of no fill is unknown', () => {
  expect(averageOf({ averagePrice: '0' })).toBeUndefined();
  expect(averageOf({ averagePrice: '64000.5' })).toBe('64000.5');
});

test('prints the fee ratio in percent', () => {
  expect(feePercent({ feeRatio: '0.001' })).toBe('0.1');
});
