/** Parses JSON of live sources without losing precision: every number becomes a string in plain decimals. */
import { type Decimal, parseDecimal } from '@tern/money';
import { Type } from 'typebox';

const STRING_OR_NUMBER = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const EXPONENT_MAX = 40;

/** Numbers become strings such as "0.00000012". @throws a SyntaxError when the text is not JSON */
export function parseWithTexts(text: string): unknown {
  // Refuse invalid JSON first: on an unterminated string the pattern below would backtrack for minutes.
  JSON.parse(text);
  return JSON.parse(
    text.replace(STRING_OR_NUMBER, (token) =>
      token.startsWith('"') ? token : `"${plainText(token)}"`,
    ),
  );
}

/** "1.2e-7" becomes "0.00000012". A larger exponent stays unchanged and is later rejected as a decimal. */
function plainText(token: string): string {
  const [mantissa = '', power] = token.toLowerCase().split('e');
  if (power === undefined) return token;
  const exponent = Number(power);
  if (Math.abs(exponent) > EXPONENT_MAX) return token;
  const sign = mantissa.startsWith('-') ? '-' : '';
  const [whole = '', places = ''] = mantissa.replace('-', '').split('.');
  const digits = whole + places;
  const point = whole.length + exponent;
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`;
  if (point >= digits.length) return sign + digits + '0'.repeat(point - digits.length);
  return `${sign}${digits.slice(0, point)}.${digits.slice(point)}`;
}

export const DecimalText = () => Type.String({ pattern: '^\\d{1,20}([.]\\d{1,40})?$' });
/** Epoch milliseconds, or another whole number that a float represents exactly. */
export const WholeText = () => Type.String({ pattern: '^\\d{1,15}$' });

/** Decimal places beyond the eighteenth are cut off. @throws Error when the text is not a `DecimalText` */
export function exactly<T extends Decimal>(text: string): T {
  const [whole = '', places = ''] = text.split('.');
  const value = parseDecimal<T>(places === '' ? whole : `${whole}.${places.slice(0, 18)}`);
  if (value === undefined) throw new Error(`not a decimal: ${text}`);
  return value;
}
