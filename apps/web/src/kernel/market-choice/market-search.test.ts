import { expect, test } from 'vitest';
import type { Instrument } from '../quotes/quote.ts';
import { findCoins, findMarkets } from './market-search.ts';

const market = (base: string, quote: string, name: string) =>
  ({ symbol: (base + quote).toLowerCase(), base, quote, name }) as Instrument;
const markets = [
  market('ARB', 'USDT', 'Arbitrum'),
  market('BTC', 'USDT', 'Bitcoin'),
  market('BCH', 'USDT', 'Bitcoin Cash'),
  market('XAU', 'USD', 'Gold'),
  market('EUR', 'USD', 'Euro / US Dollar'),
];
const found = (query: string) => findMarkets(markets, query).map(({ base }) => base);

test.each([
  ['btc', ['BTC']],
  ['BTC/USDT', ['BTC']],
  ['btc usdt', ['BTC']],
  ['gold', ['XAU']],
  ['  EUR ', ['EUR']],
  ['dollar', ['EUR']],
])('"%s" finds %j', (query, bases) => {
  expect(found(query)).toEqual(bases);
});

test('ranks names that begin with the query above names that contain it', () => {
  expect(found('bit')).toEqual(['BTC', 'BCH', 'ARB']);
});

test('an empty query keeps everything, an unknown one nothing', () => {
  expect(found(' ')).toHaveLength(markets.length);
  expect(found('doubloon')).toEqual([]);
});

const coins = [
  { asset: 'USDT', name: 'Tether' },
  { asset: 'BTC', name: 'Bitcoin' },
];
const foundCoins = (query: string) => findCoins(coins, query).map(({ asset }) => asset);

test('finds coins by symbol and by name', () => {
  expect(foundCoins(' bitc')).toEqual(['BTC']);
  expect(foundCoins('usd')).toEqual(['USDT']);
  expect(foundCoins('')).toEqual(['USDT', 'BTC']);
  expect(foundCoins('doge')).toEqual([]);
});
