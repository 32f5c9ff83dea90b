import { describe, expect, it } from 'vitest';
import type { Coin } from '../../../../kernel/balances.ts';
import type { Currency } from '../currencies/api.ts';
import { maxAmount, outgoingFault } from '../../../../kernel/amount-limits.ts';
import type { PayoutTerms } from './api.ts';
import { driftsFor, payoutCoins, receivedOf } from './payout-sums.ts';

const terms: PayoutTerms = {
  rate: '0.9123456789',
  fee: '5',
  min: '54.803789',
  max: '54803.8',
  drift: '0.005',
  limits: { min: '50', max: '50000' },
};

describe('a payout form', () => {
  it('converts at the rate, in whole units of the currency, less the fee', () => {
    expect(receivedOf('1000', terms, 2)).toBe('907.34');
    expect(receivedOf('1000', { ...terms, rate: '149.99999', fee: '500' }, 0)).toBe('149499');
  });

  it('gives nothing if the fee exceeds it, or without an amount', () => {
    for (const num of ['5', '', '0', '.', 'x']) expect(receivedOf(num, terms, 2)).toBeUndefined();
  });

  it('is limited by the balance and the maximum', () => {
    expect(maxAmount('80.1234567', terms.max, 6)).toBe('80.123456');
    expect(maxAmount('60000', terms.max, 6)).toBe('54803.8');
    expect(maxAmount('60000', undefined, 6)).toBe('60000');
  });

  it.each([
    ['', { kind: 'missing' }],
    ['0', { kind: 'missing' }],
    ['54.8', { kind: 'min', limit: '54.803789' }],
    ['54803.9', { kind: 'max', limit: '54803.8' }],
    ['1000.01', { kind: 'balance', limit: '1000' }],
    ['1000', undefined],
  ])('of %j has the expected fault', (num, fault) => {
    expect(outgoingFault(num, '1000', terms)).toEqual(fault);
  });
});

it('tolerates the default drift or a wider one, never a narrower one', () => {
  expect(driftsFor('0.005')).toEqual(['0.005', '0.01', '0.02']);
  expect(driftsFor('0.015')).toEqual(['0.015', '0.02']);
});

const unpriced = (asset: string, available: string) => ({ asset, available }) as Coin;
const coin = (asset: string, available: string) => ({ asset, available, worth: '1' }) as Coin;
const currencies = [{ asset: 'HKD' }] as Currency[];
const named = (...coins: Coin[]) => payoutCoins(coins, currencies).map(({ asset }) => asset);

it('owned assets can be paid out if they have a price or are a currency', () => {
  expect(
    named(coin('BTC', '0'), coin('USDT', '5'), unpriced('HKD', '9'), unpriced('ZZZ', '7')),
  ).toEqual(['USDT', 'HKD']);
});

it('without a balance the form is shown all the same', () => {
  expect(named(coin('USDT', '0'), coin('BTC', '0'))).toEqual(['USDT']);
});
