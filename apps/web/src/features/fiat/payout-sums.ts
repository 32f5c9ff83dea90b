/** What a payout comes to, rounded as the server rounds, and what stands in its way. Pure (rules §6). */
import {
  type Amount,
  decimal,
  formatDecimal,
  notional,
  parseDecimal,
  type Price,
  quantize,
  subtract,
  ZERO,
} from '@tern/money';
import type { AmountFault } from '../../kernel/transfer/withdrawing-refusal.ts';
import type { PayoutTerms } from './api.ts';

/** What arrives, in the currency; undefined for no amount, or one that the fee eats up. `places` of the currency. */
export function receivedOf(num: string, terms: PayoutTerms, places: number): string | undefined {
  const given = parseDecimal<Amount>(num);
  if (given === undefined || given <= ZERO) return undefined;
  const gross = quantize(notional(decimal<Price>(terms.rate), given, 'down'), places, 'down');
  const received = subtract(gross, decimal<Amount>(terms.fee));
  return received > ZERO ? formatDecimal(received) : undefined;
}

/** As much as may be given at once, in whole units of the coin; without terms everything there is. */
export function mostOf(available: string, terms: PayoutTerms | undefined, places: number): string {
  const own = decimal<Amount>(available);
  const max = terms ? decimal<Amount>(terms.maxNum) : own;
  return formatDecimal(quantize(own < max ? own : max, places, 'down'));
}

/** The server has the last word. Without terms only the balance is known. */
export function payoutFault(
  num: string,
  available: string,
  terms: PayoutTerms | undefined,
): AmountFault | undefined {
  const given = parseDecimal<Amount>(num);
  if (given === undefined || given <= ZERO) return { kind: 'missing' };
  if (terms && given < decimal<Amount>(terms.minNum)) return { kind: 'min', limit: terms.minNum };
  if (terms && given > decimal<Amount>(terms.maxNum)) return { kind: 'max', limit: terms.maxNum };
  if (given > decimal<Amount>(available)) return { kind: 'balance', limit: available };
  return undefined;
}
