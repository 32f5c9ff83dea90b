import { expect, test } from 'vitest';
import type { SwapTerms } from './api.ts';
import { swapFault, swapSums } from './swap-sums.ts';

const terms: SwapTerms = {
  from_coin: 'USDT',
  to_coin: 'BTC',
  rate: '0.000015609375',
  spread: '0.001',
  feeRatio: '0.001',
  min: '1',
  max: '100000',
  available: '1000.5',
  at: '2026-11-21T12:00:00.000Z',
};

test('what is shown is what the server answers: down for the member, up for the fee', () => {
  expect(swapSums('1000', terms, 8)).toEqual({ fee: '0.00001561', received: '0.01559376' });
  expect(swapSums('0.0001', terms, 8)).toEqual({ fee: '0', received: '0' });
});

test('what is no amount comes to nothing', () => {
  for (const num of ['', '0', '.', '-1', 'x']) expect(swapSums(num, terms, 8)).toBeUndefined();
});

test.each([
  ['', 'missing'],
  ['0', 'missing'],
  ['1000.500001', 'balance'],
  ['0.99', 'min'],
  ['1', undefined],
  ['1000.5', undefined],
])('of %s the fault is %s', (num, kind) => {
  expect(swapFault(num, terms)?.kind).toBe(kind);
});

test('more than the most is a fault of its own when there is enough', () => {
  expect(swapFault('100000.1', { ...terms, available: '200000' })).toEqual({
    kind: 'max',
    limit: '100000',
  });
});
