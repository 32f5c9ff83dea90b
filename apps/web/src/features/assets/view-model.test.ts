import type { RowOf } from '@tern/protocol/client';
import { describe, expect, test } from 'vitest';
import { allocation, directionOf, listedCoins } from './view-model.ts';

const coin = (coinname: string, total: string, usdt: string): RowOf<'GET /user/mycoin'> => ({
  ID: 1,
  CreatedAt: '',
  UpdatedAt: '',
  coinname,
  name: coinname,
  logo: '',
  kind: 'crypto',
  places: 8,
  available: total,
  frozen: '0',
  total,
  usdt,
  priced: true,
});
const names = (coins: { coinname: string }[]) => coins.map((each) => each.coinname);

describe('the list of coins', () => {
  const coins = [
    coin('USDT', '100', '100'),
    coin('BTC', '0.01', '640'),
    coin('ETH', '0', '0'),
    { ...coin('OST', '5', '0'), priced: false },
  ];

  test('starts with the highest value and ends with zero balances', () => {
    expect(names(listedCoins(coins, false))).toEqual(['BTC', 'USDT', 'OST', 'ETH']);
  });

  test('hides zero balances on request, but never an asset without a price', () => {
    expect(names(listedCoins(coins, true))).toEqual(['BTC', 'USDT', 'OST']);
  });
});

describe('the allocation', () => {
  test('names the four largest and adds up the rest', () => {
    const coins = ['A', 'B', 'C', 'D', 'E', 'F'].map((name, index) =>
      coin(name, '1', String(60 - index * 10)),
    );
    expect(allocation(coins)).toEqual([
      { coinname: 'A', percent: '28.5' },
      { coinname: 'B', percent: '23.8' },
      { coinname: 'C', percent: '19.0' },
      { coinname: 'D', percent: '14.2' },
      { coinname: undefined, percent: '14.2' },
    ]);
  });

  test('counts only assets with a price', () => {
    const coins = [coin('USDT', '1', '1'), { ...coin('OST', '5', '9'), priced: false }];
    expect(allocation(coins)).toEqual([{ coinname: 'USDT', percent: '100.0' }]);
  });

  test('is empty when nothing has a value', () => {
    expect(allocation([coin('ETH', '0', '0')])).toEqual([]);
  });
});

test('a result that prints as zero has no direction', () => {
  expect(directionOf('0.009')).toBe(0);
  expect(directionOf('-0.009')).toBe(0);
  expect(directionOf('-0.01')).toBe(-1);
  expect(directionOf('312.84')).toBe(1);
  expect(directionOf('---')).toBe(0);
  expect(directionOf(undefined)).toBe(0);
});
