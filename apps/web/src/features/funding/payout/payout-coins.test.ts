import { expect, it } from 'vitest';
import type { Coin } from '../../../kernel/balances.ts';
import type { Currency } from '../currencies/api.ts';
import { payoutCoins } from './payout-coins.ts';

const coin = (coinname: string, available: string, priced = true) =>
  ({ coinname, available, priced }) as Coin;
const currencies = [{ coinname: 'HKD' }] as Currency[];
const named = (...coins: Coin[]) => payoutCoins(coins, currencies).map(({ coinname }) => coinname);

it('owned assets can be paid out if they have a price or are a currency', () => {
  expect(
    named(coin('BTC', '0'), coin('USDT', '5'), coin('HKD', '9', false), coin('ZZZ', '7', false)),
  ).toEqual(['USDT', 'HKD']);
});

it('without a balance the form is shown all the same', () => {
  expect(named(coin('USDT', '0'), coin('BTC', '0'))).toEqual(['USDT']);
});
