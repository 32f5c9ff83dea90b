import { describe, expect, it } from 'vitest';
import type { Coin } from '../../../../kernel/balances.ts';
import type { OfferedCoin } from '../../../../kernel/coin-networks.ts';
import { withdrawable } from './withdrawable-coins.ts';

const coin = (asset: string, available: string, name = asset) =>
  ({ asset, name, available }) as Coin;
const offered = (asset: string, ...open: boolean[]) =>
  ({
    asset,
    networks: open.map((isOpen, index) => ({ code: `N${index}`, withdrawals: { isOpen } })),
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
    expect(list.map(({ asset }) => asset)).toEqual(['USDT', 'BTC']);
    expect(list[0]!.networks.map(({ code }) => code)).toEqual(['N1']);
  });
});
