/** JSON with one spelling, so that a document has one hash (docs/public-log.md). */
import { hashOfText } from '../hash-text.ts';

/** Shape: no spaces, names of a record in the order of their characters, numbers in digits without an exponent. */
export function plainJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(plainJson).join(',')}]`;
  if (typeof value === 'number') return plainNumber(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value)
    .filter(([, each]) => each !== undefined)
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .map(([name, each]) => `${JSON.stringify(name)}:${plainJson(each)}`);
  return `{${fields.join(',')}}`;
}

/** SHA-256 of the one spelling, in hexadecimal. */
export const hashOfJson = (value: unknown): string => hashOfText(plainJson(value));

/** 1e-7 is written 0.0000001. */
function plainNumber(value: number): string {
  const [, sign = '', whole = '', part = '', power = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value)) ?? [];
  const at = whole.length + Number(power);
  const digits = `${whole}${part}`;
  const padded = at <= 0 ? `${'0'.repeat(1 - at)}${digits}` : digits.padEnd(at, '0');
  const point = Math.max(at, 1);
  const fraction = padded.slice(point);
  return `${sign}${padded.slice(0, point)}${fraction === '' ? '' : `.${fraction}`}`;
}
