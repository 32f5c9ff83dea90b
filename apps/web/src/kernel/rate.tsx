/** A rate between two assets in readable form, and the minimum accepted at a rate. */
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
import { PriceText } from '@tern/ui';

/** Digits of a displayed rate; the server computes with all of them. */
const RATE_DIGITS = 7;

export interface RateBetween {
  from: string;
  to: string;
  /** Units of `to` for one of `from`, as decimal text. */
  rate: string;
}

export interface ReadableRate {
  /** One of this asset … */
  of: string;
  /** … is worth about this much of the other. */
  value: string;
  unit: string;
}

/** The rate in the direction above one, cut to the displayed digits. */
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

/** "1 BTC ≈ 64,064.06 USDT" */
export function RateText(rate: RateBetween) {
  const { of, value, unit } = readableRate(rate);
  return (
    <span>
      1 {of} ≈ <PriceText value={value} /> {unit}
    </span>
  );
}

/** The slippage tolerance between display and execution: 0.5 %. */
const SLIP = '0.005';

/**
 * The minimum accepted after seeing `received`: reduced by the ratio `slip`, rounded up to the asset's places as the server
 * does.
 */
export function leastReceived(received: string, places: number, slip = SLIP): string {
  const shown = decimal<Amount>(received);
  const less = portion(shown, decimal<Rate>(slip), 'down');
  return formatDecimal(quantize(subtract(shown, less), places, 'up'));
}
