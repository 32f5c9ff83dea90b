/** The assets that can be paid out: owned ones with a price, and currencies. Pure. */
import { decimal, ZERO } from '@tern/money';
import type { Coin } from '../../../kernel/balances.ts';
import type { Currency } from '../currencies/api.ts';

/** If there is none, offers the first, so that the form can show the zero balance. */
export function payoutCoins(coins: readonly Coin[], currencies: readonly Currency[]): Coin[] {
  const isFiat = (coin: Coin) => currencies.some(({ coinname }) => coinname === coin.coinname);
  const possible = coins.filter((coin) => coin.priced || isFiat(coin));
  const owned = possible.filter(({ available }) => decimal(available) > ZERO);
  return owned.length > 0 ? owned : possible.slice(0, 1);
}
