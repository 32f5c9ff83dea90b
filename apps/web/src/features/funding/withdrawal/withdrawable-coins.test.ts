import { describe, expect, it } from 'vitest';
import type { Coin } from '../../../kernel/balances.ts';
import type { OfferedCoin } from '../../../kernel/coin-networks.ts';
import { withdrawable } from './withdrawable-coins.ts';

const coin = (coinname: string, available: string, name = coinname) =>
  ({ coinname, name, available }) as Coin;
const offered = (coinname: string, ...open: boolean[]) =>
  ({
    coinname,
    networks: open.map((takesWithdrawals, index) => ({ czline: `N${index}`, takesWithdrawals })),
  }) as OfferedCoin;

const coins = [coin('BTC', '0', 'Bitcoin'), coin('USDT', '5'), coin('EUR', '9'), coin('XRP', '1')];
const list = withdrawable(coins, [
  offered('BTC', true),
  offered('USDT', false, true),
  offered('EUR'),
  offered('XRP', false),
]);

describe('withdrawable coins', () => {
  it('have an open network; owned ones come first', () => {
    expect(list.map(({ coinname }) => coinname)).toEqual(['USDT', 'BTC']);
    expect(list[0]!.networks.map(({ czline }) => czline)).toEqual(['N1']);
  });
});
