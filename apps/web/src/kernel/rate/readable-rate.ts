/** A rate between two coins as a person reads it, and the least that is still taken at one. Pure. */
import {
  type Amount,
  decimal,
  divideInteger,
  formatDecimal,
  ONE,
  portion,
  quantize,
  type Rate,
  subtract,
} from '@tern/money';

/** Digits of a rate that a person reads; the server counts with all of them. */
const RATE_DIGITS = 7;

export interface RateBetween {
  from: string;
  to: string;
  /** Units of `to` for one of `from`, as decimal text. */
  rate: string;
}

export interface ReadableRate {
  /** One of this coin … */
  of: string;
  /** … is worth about this many of the other. */
  value: string;
  unit: string;
}

/** The rate in the direction whose number is above one, cut to the digits a person reads. */
export function readableRate({ from, to, rate }: RateBetween): ReadableRate {
  const exact = decimal<Rate>(rate);
  const isInverse = exact < ONE;
  const value = isInverse ? divideInteger(ONE * ONE, exact, 'down') : (exact as bigint);
  const whole = String(value / ONE).length;
  const shown = quantize(value as Amount, Math.max(2, RATE_DIGITS - whole), 'down');
  return isInverse
    ? { of: to, value: formatDecimal(shown), unit: from }
    : { of: from, value: formatDecimal(shown), unit: to };
}

/** How far the rate may move between reading and sending before nothing is done: 0.5 %. */
const SLIP = '0.005';

/**
 * The least a member takes who was shown `received`: less the ratio `slip` of it, rounded up to the asset's places
 * as the server does.
 */
export function leastReceived(received: string, places: number, slip = SLIP): string {
  const shown = decimal<Amount>(received);
  const less = portion(shown, decimal<Rate>(slip), 'down');
  return formatDecimal(quantize(subtract(shown, less), places, 'up'));
}
