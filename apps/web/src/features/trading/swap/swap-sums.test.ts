import { decimal } from '@tern/money';
import { describe, expect, it, test } from 'vitest';
import type { Swap, SwapTerms } from './api.ts';
import { allInOf, costOf, givenFor, ratesOf, spreadOf, sumsGiven, swapFault } from './swap-sums.ts';

const terms: SwapTerms = {
  from: 'USDT',
  to: 'BTC',
  rate: '0.000015609375',
  reference: '0.000015625',
  fromUsdt: '1',
  toUsdt: '64000',
  spread: '0.001',
  feeRatio: '0.001',
  min: '1',
  max: '100000',
  available: '1000.5',
  at: '2026-11-21T12:00:00.000Z',
};
const places = { from: 6, to: 8 };

describe('the sums of a swap', () => {
  it('match the server: received rounded down, fee rounded up', () => {
    expect(sumsGiven('1000', terms, places)).toMatchObject({
      given: '1000',
      fee: '0.00001561',
      received: '0.01559376',
      minReceived: '0.0155158',
    });
    expect(sumsGiven('0.0001', terms, places)).toMatchObject({ fee: '0', received: '0' });
  });

  it('give the whole cost in USDT, whose parts add up, and the loss against the market', () => {
    const sums = sumsGiven('500', terms, places)!;
    expect(sums.cost).toEqual({ places: 2, spread: '0.5', fee: '0.5', whole: '1' });
    const little = sumsGiven('5', terms, places)!.cost;
    expect(little).toEqual({ places: 4, spread: '0.0055', fee: '0.0051', whole: '0.0106' });
    expect(sums.worthGiven).toBe('500');
    expect(sums.worthReceived).toBe('498.99968');
    expect(sums.loss).toBe('-0.2');
  });

  it('have the same rate before an amount is typed, up to the smallest unit received', () => {
    const idle = Number(allInOf(terms));
    expect(idle).toBeLessThan(Number(terms.rate));
    expect(Number(sumsGiven('1000', terms, places)!.allIn) / idle).toBeCloseTo(1, 5);
  });

  it('are undefined without an amount', () => {
    for (const num of ['', '0', '.', '-1', 'x']) {
      expect(sumsGiven(num, terms, places)).toBeUndefined();
      expect(givenFor(num, terms, places)).toBeUndefined();
    }
  });
});

it.each(['0.01', '0.00000001', '1.23456789', '100'])(
  'to receive %s, finds the smallest amount to pay',
  (wanted) => {
    const given = givenFor(wanted, terms, places)!;
    const of = (num: string) => decimal(sumsGiven(num, terms, places)!.received);
    expect(of(given)).toBeGreaterThanOrEqual(decimal(wanted));
    // A cent of USDT less is not enough, except below one unit of the received asset.
    const less = (Number(given) - 0.01).toFixed(6);
    if (Number(less) > 0) expect(of(less)).toBeLessThan(decimal(wanted));
  },
);

test('gives the all-in rate, market price and cost of a completed swap', () => {
  const swap = {
    given: '1000',
    received: '0.01559376',
    fee: '0.00001561',
    rate: '0.000015609375',
    spread: '0.001',
  } as Swap;
  expect(ratesOf(swap)).toEqual({ allIn: '0.00001559376', market: '0.000015625' });
  expect(costOf(swap, '64000')).toEqual({ value: '2', places: 2 });
  expect(spreadOf(swap, 8)).toBe('0.00001563');
});

test.each([
  ['', 'missing'],
  ['0', 'missing'],
  ['1000.500001', 'balance'],
  ['0.99', 'min'],
  ['1', undefined],
  ['1000.5', undefined],
])('the fault of %s is %s', (num, kind) => {
  expect(swapFault(num, terms)?.kind).toBe(kind);
});

test('exceeding the maximum is its own fault when the balance is enough', () => {
  expect(swapFault('100000.1', { ...terms, available: '200000' })).toEqual({
    kind: 'max',
    limit: '100000',
  });
});
