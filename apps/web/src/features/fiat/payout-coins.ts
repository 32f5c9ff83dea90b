/** The coins that can be paid out: those of the member, with a price or a currency themselves. Pure. */
import { decimal, ZERO } from '@tern/money';
import type { Coin } from '../../kernel/balances.ts';
import type { Currency } from './api.ts';

/** Without any, the first is offered all the same, so that the form says what is there: nothing. */
export function payoutCoins(coins: readonly Coin[], currencies: readonly Currency[]): Coin[] {
  const isFiat = (coin: Coin) => currencies.some(({ coinname }) => coinname === coin.coinname);
  const possible = coins.filter((coin) => coin.priced || isFiat(coin));
  const owned = possible.filter(({ available }) => decimal(available) > ZERO);
  return owned.length > 0 ? owned : possible.slice(0, 1);
}
