/** Which assets a search finds, and in which order. Pure. */
import { decimal, ZERO } from '@tern/money';
import type { Coin } from '../../kernel/balances.ts';

/** Those with a price, owned ones first, otherwise in the server's order. */
export function findSwappable(coins: readonly Coin[], query: string): Coin[] {
  const text = query.trim().toLowerCase();
  const found = coins.filter(
    ({ coinname, name, priced }) =>
      priced && (coinname.toLowerCase().includes(text) || name.toLowerCase().includes(text)),
  );
  const isOwned = ({ available }: Coin) => decimal(available) > ZERO;
  return [...found.filter(isOwned), ...found.filter((coin) => !isOwned(coin))];
}
