/** The sums of a payout, rounded as the server rounds, and the assets it can be made of. Pure. */
import {
  type Amount,
  decimal,
  formatDecimal,
  notional,
  parseDecimal,
  type Price,
  quantize,
  type Rate,
  subtract,
  ZERO,
} from '@tern/money';
import type { Coin } from '../../../../kernel/balances.ts';
import type { Currency } from '../currencies/api.ts';
import type { PayoutTerms } from './api.ts';

/** The estimate in the currency; undefined without an amount, or if the fee exceeds it. `places` of the currency. */
export function receivedOf(amount: string, terms: PayoutTerms, places: number): string | undefined {
  const given = parseDecimal<Amount>(amount);
  if (given === undefined || given <= ZERO) return undefined;
  const gross = quantize(notional(decimal<Price>(terms.rate), given, 'down'), places, 'down');
  const received = subtract(gross, decimal<Amount>(terms.fee));
  return received > ZERO ? formatDecimal(received) : undefined;
}

/** How far below the estimate a payout may be paid: the server's default first, then wider. */
export function driftsFor(usual: string): [string, ...string[]] {
  const wider = ['0.01', '0.02'].filter((each) => decimal<Rate>(each) > decimal<Rate>(usual));
  return [usual, ...wider];
}

/** The assets that can be paid out: owned ones with a price, and currencies; if there is none, the first for its zero balance. */
export function payoutCoins(coins: readonly Coin[], currencies: readonly Currency[]): Coin[] {
  const isFiat = (coin: Coin) => currencies.some(({ asset }) => asset === coin.asset);
  const possible = coins.filter((coin) => coin.worth !== undefined || isFiat(coin));
  const owned = possible.filter(({ available }) => decimal(available) > ZERO);
  return owned.length > 0 ? owned : possible.slice(0, 1);
}
