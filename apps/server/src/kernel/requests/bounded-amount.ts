/** Reads an amount that a member entered, between the bounds of a product. */
import { type Amount, fitsScale, formatDecimal, parseDecimal, ZERO } from '@tern/money';
import { Refusal, tooManyPlaces } from './refusal.ts';

export interface AmountBounds {
  readonly min: Amount;
  readonly max: Amount;
  /** Decimal places of the asset. */
  readonly scale: number;
  /** Name of the input field. */
  readonly field: string;
  /** The worth of the minimum in USDT, which 4006 names; undefined without a price. */
  minUsdt(): Amount | undefined;
}

/**
 * @throws amount-missing, invalid-request (unreadable, too fine, or below the minimum of an asset without a price),
 * below-minimum (in USDT), above-maximum (`data.max`)
 */
export function readBoundedAmount(
  given: string | number | undefined,
  bounds: AmountBounds,
): Amount {
  const fields = [bounds.field];
  const amount = readAmount(given, fields);
  if (!fitsScale(amount, bounds.scale)) throw tooManyPlaces(bounds.field, bounds.scale);
  if (amount > bounds.max)
    throw new Refusal('above-maximum', { fields, data: { max: formatDecimal(bounds.max) } });
  if (amount >= bounds.min) return amount;
  const min = bounds.minUsdt();
  throw min === undefined
    ? new Refusal('invalid-request', { fields })
    : new Refusal('below-minimum', { fields, msg: formatDecimal(min) });
}

/** Above zero. @throws amount-missing, invalid-request */
export function readAmount(given: string | number | undefined, fields: readonly string[]): Amount {
  const amount = parseDecimal(String(given ?? ''));
  if (given === undefined || given === '' || amount === ZERO)
    throw new Refusal('amount-missing', { fields });
  if (amount === undefined || amount < ZERO) throw new Refusal('invalid-request', { fields });
  return amount;
}
