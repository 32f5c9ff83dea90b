import { expect, it } from 'vitest';
import { findCoins } from './find-coins.ts';

const coins = [
  { coinname: 'USDT', name: 'Tether' },
  { coinname: 'BTC', name: 'Bitcoin' },
];
const found = (query: string) => findCoins(coins, query).map(({ coinname }) => coinname);

it('finds coins by symbol and by name', () => {
  expect(found(' bitc')).toEqual(['BTC']);
  expect(found('usd')).toEqual(['USDT']);
  expect(found('')).toEqual(['USDT', 'BTC']);
  expect(found('doge')).toEqual([]);
});
