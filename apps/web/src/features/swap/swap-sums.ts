/** What a swap comes to, rounded as the server rounds. Pure (rules §5). */
import {
  type Amount,
  decimal,
  formatDecimal,
  notional,
  parseDecimal,
  type Price,
  portion,
  quantize,
  type Rate,
  subtract,
  ZERO,
} from '@tern/money';
import type { SwapTerms } from './api.ts';

export interface SwapSums {
  /** In the coin received, as decimal text. */
  fee: string;
  received: string;
}

/** `places` of the coin received; undefined for an amount that is none. */
export function swapSums(num: string, terms: SwapTerms, places: number): SwapSums | undefined {
  const given = parseDecimal<Amount>(num);
  if (given === undefined || given <= ZERO) return undefined;
  const gross = quantize(notional(decimal<Price>(terms.rate), given, 'down'), places, 'down');
  const fee = quantize(portion(gross, decimal<Rate>(terms.feeRatio), 'up'), places, 'up');
  const received = subtract(gross, fee);
  return received > ZERO
    ? { fee: formatDecimal(fee), received: formatDecimal(received) }
    : { fee: formatDecimal(fee), received: '0' };
}

export type SwapFault = { kind: 'missing' } | { kind: 'balance' | 'min' | 'max'; limit: string };

/** What stands in the way of a swap, before it is sent; the server has the last word. */
export function swapFault(num: string, terms: SwapTerms): SwapFault | undefined {
  const given = parseDecimal<Amount>(num);
  if (given === undefined || given <= ZERO) return { kind: 'missing' };
  if (given > decimal<Amount>(terms.available)) return { kind: 'balance', limit: terms.available };
  if (given < decimal<Amount>(terms.min)) return { kind: 'min', limit: terms.min };
  if (given > decimal<Amount>(terms.max)) return { kind: 'max', limit: terms.max };
  return undefined;
}
