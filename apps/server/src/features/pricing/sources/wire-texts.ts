/** What live sources send, once its numbers are texts: decimals, whole numbers, moments. */
import { type Decimal, parseDecimal } from '@tern/money';
import { Type } from 'typebox';

export const DecimalText = () => Type.String({ pattern: '^\\d{1,20}([.]\\d{1,40})?$' });
/** Epoch milliseconds, or another whole number that stays one in a float. */
export const WholeText = () => Type.String({ pattern: '^\\d{1,15}$' });

/** Places beyond the eighteenth are cut off. Fails with: a thrown error when the schema did not hold. */
export function exactly<T extends Decimal>(text: string): T {
  const [whole = '', places = ''] = text.split('.');
  const value = parseDecimal<T>(places === '' ? whole : `${whole}.${places.slice(0, 18)}`);
  if (value === undefined) throw new Error(`not a decimal: ${text}`);
  return value;
}
