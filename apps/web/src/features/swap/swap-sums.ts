/** What a swap comes to, rounded as the server rounds. Pure (rules §5). */
import {
  type Amount,
  decimal,
  divideInteger,
  formatDecimal,
  notional,
  ONE,
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

/** Digits of a rate that a person reads; the server counts with all of them. */
const RATE_DIGITS = 7;

export interface ReadableRate {
  /** One of this coin … */
  of: string;
  /** … is worth about this many of the other. */
  value: string;
  unit: string;
}

/** The rate in the direction whose number is above one, cut to the digits a person reads. */
export function readableRate(terms: SwapTerms): ReadableRate {
  const { from_coin: from, to_coin: to } = terms;
  const rate = decimal<Rate>(terms.rate);
  const isInverse = rate < ONE;
  const value = isInverse ? divideInteger(ONE * ONE, rate, 'down') : (rate as bigint);
  const whole = String(value / ONE).length;
  const shown = quantize(value as Amount, Math.max(2, RATE_DIGITS - whole), 'down');
  return isInverse
    ? { of: to, value: formatDecimal(shown), unit: from }
    : { of: from, value: formatDecimal(shown), unit: to };
}

/** How far the rate may move between reading and filling before the swap is not made: 0.5 %. */
const SLIP = (ONE * 5n) / 1_000n;

/** The least a member takes who was shown `received`, in the coin's places. */
export function leastReceived(received: string, places: number): string {
  const shown = decimal<Amount>(received);
  const slip = portion(shown, SLIP as Rate, 'up');
  return formatDecimal(quantize(subtract(shown, slip), places, 'down'));
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
