import { expect, test } from 'vitest';
import { averageOf, feePercent, filledPercent, quantityOf, stateOf } from './order-view.ts';

test('an open order with fills is partly filled', () => {
  expect(stateOf({ status: 'open', filledQuantity: '0' })).toBe('open');
  expect(stateOf({ status: 'open', filledQuantity: '0.1' })).toBe('partlyFilled');
  expect(stateOf({ status: 'filled', filledQuantity: '1' })).toBe('filled');
  expect(stateOf({ status: 'cancelled', filledQuantity: '0.1' })).toBe('cancelled');
});

test('cuts the filled percentage, never rounding up to 100', () => {
  const limit = { quantity: '3', total: '300', filledQuantity: '2.9999', filledTotal: '299.99' };
  expect(filledPercent(limit)).toBe('99');
  expect(filledPercent({ ...limit, filledQuantity: '0' })).toBe('0');
  expect(filledPercent({ ...limit, quantity: '0', filledTotal: '150' })).toBe('50');
  expect(filledPercent({ quantity: '0', total: '0', filledQuantity: '0', filledTotal: '0' })).toBe(
    '0',
  );
});

test('shows the filled quantity of a market buy', () => {
  expect(quantityOf({ quantity: '0', filledQuantity: '0.25' })).toBe('0.25');
  expect(quantityOf({ quantity: '1', filledQuantity: '0.25' })).toBe('1');
});

test('the average price of no fill is unknown', () => {
  expect(averageOf({ averagePrice: '0' })).toBeUndefined();
  expect(averageOf({ averagePrice: '64000.5' })).toBe('64000.5');
});

test('prints the fee ratio in percent', () => {
  expect(feePercent({ feeRatio: '0.001' })).toBe('0.1');
});
