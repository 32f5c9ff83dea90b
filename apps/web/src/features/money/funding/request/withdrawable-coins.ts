/** The coins that can be withdrawn, with the member's balance and the open networks. Pure. */
import type { Coin } from '../../../../kernel/balances.ts';
import type { Network, OfferedCoin } from '../../../../kernel/coin-networks.ts';
import { ownedFirst } from '../../../../kernel/market-choice/market-search.ts';

export interface WithdrawableCoin extends Coin {
  networks: Network[];
}

/** Coins with a network open for withdrawals; those without a balance come last. */
export function withdrawable(
  coins: readonly Coin[],
  offered: readonly OfferedCoin[],
): WithdrawableCoin[] {
  const open = new Map(
    offered.map(({ asset, networks }) => [
      asset,
      networks.filter(({ withdrawals }) => withdrawals.isOpen),
    ]),
  );
  const found = coins.map((coin) => ({ ...coin, networks: open.get(coin.asset) ?? [] }));
  return ownedFirst(found.filter(({ networks }) => networks.length > 0));
}
