/** The sums of a payout, rounded as the server rounds, and its validation. Pure (rules §6). */
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
import * as amounts from '../request/amounts.ts';
import type { PayoutTerms } from './api.ts';

/** The estimate in the currency; undefined without an amount, or if the fee exceeds it. `places` of the currency. */
export function receivedOf(num: string, terms: PayoutTerms, places: number): string | undefined {
  const given = parseDecimal<Amount>(num);
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

/** A ratio in percent points: "0.005" is "0.5". */
export function percentOf(ratio: string): string {
  return formatDecimal(decimal<Rate>(ratio) * 100n);
}

/** The largest amount, in whole units of the asset; without terms the whole balance. */
export function maxAmount(
  available: string,
  terms: PayoutTerms | undefined,
  places: number,
): string {
  return amounts.maxAmount(available, terms?.maxNum, places);
}

/** The server decides. Without terms only the balance is checked. */
export function payoutFault(
  num: string,
  available: string,
  terms: PayoutTerms | undefined,
): amounts.AmountFault | undefined {
  const limits = terms && { min: terms.minNum, max: terms.maxNum };
  return amounts.outgoingFault(num, available, limits);
}
