import { describe, expect, test } from 'vitest';
import type { Coin } from '../../../kernel/balances.ts';
import { allocation, listedCoins } from './view-model.ts';

const coin = (asset: string, total: string, worth?: string): Coin => ({
  ID: 1,
  CreatedAt: '',
  UpdatedAt: '',
  asset,
  name: asset,
  logo: '',
  uses: [],
  kind: 'crypto',
  places: 8,
  available: total,
  held: '0',
  total,
  parts: { held: '0', locked: '0', staked: '0', financed: '0', owed: '0' },
  worth,
  atCost: false,
});
const names = (coins: Coin[]) => coins.map(({ asset }) => asset);

describe('the list of coins', () => {
  const coins = [
    coin('USDT', '100', '100'),
    coin('BTC', '0.01', '640'),
    coin('ETH', '0', '0'),
    coin('OST', '5'),
  ];

  test('starts with the highest value and ends with zero balances', () => {
    expect(names(listedCoins(coins, false))).toEqual(['BTC', 'USDT', 'OST', 'ETH']);
  });

  test('hides zero balances on request, but never an asset without a price', () => {
    expect(names(listedCoins(coins, true))).toEqual(['BTC', 'USDT', 'OST']);
  });
});

describe('the allocation', () => {
  test('is the share of each coin, largest first', () => {
    const coins = ['A', 'B', 'C', 'D', 'E', 'F'].map((name, index) =>
      coin(name, '1', String(60 - index * 10)),
    );
    expect(allocation(coins)).toEqual([
      { asset: 'A', percent: '28.5' },
      { asset: 'B', percent: '23.8' },
      { asset: 'C', percent: '19.0' },
      { asset: 'D', percent: '14.2' },
      { asset: 'E', percent: '9.5' },
      { asset: 'F', percent: '4.7' },
    ]);
  });

  test('counts only assets with a price', () => {
    const coins = [coin('USDT', '1', '1'), coin('OST', '5')];
    expect(allocation(coins)).toEqual([{ asset: 'USDT', percent: '100.0' }]);
  });

  test('is empty when nothing has a value', () => {
    expect(allocation([coin('ETH', '0', '0')])).toEqual([]);
  });
});
