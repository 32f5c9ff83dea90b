/** The coins that can be withdrawn, with the member's balance and the open networks. Pure. */
import { decimal, ZERO } from '@tern/money';
import type { Coin } from '../../../kernel/balances.ts';
import type { Network, OfferedCoin } from '../../../kernel/coin-networks.ts';

export interface WithdrawableCoin extends Coin {
  networks: Network[];
}

/** Coins with a network open for withdrawals; those without a balance come last. */
export function withdrawable(
  coins: readonly Coin[],
  offered: readonly OfferedCoin[],
): WithdrawableCoin[] {
  const open = new Map(
    offered.map(({ coinname, networks }) => [
      coinname,
      networks.filter(({ takesWithdrawals }) => takesWithdrawals),
    ]),
  );
  const found = coins
    .map((coin) => ({ ...coin, networks: open.get(coin.coinname) ?? [] }))
    .filter(({ networks }) => networks.length > 0);
  const isOwned = ({ available }: Coin) => decimal(available) > ZERO;
  return [...found.filter(isOwned), ...found.filter((coin) => !isOwned(coin))];
}
