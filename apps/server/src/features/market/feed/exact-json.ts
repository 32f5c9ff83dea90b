/** JSON with exact decimal numbers: scaled values are never converted to floats. */
import { formatDecimal } from '@tern/money';

/** A protocol message before serialization: every number may be a scaled bigint. */
export type Exact<T> = T extends number
  ? number | bigint
  : T extends string
    ? T
    : { readonly [K in keyof T]: Exact<T[K]> };

/** A value that is encoded already. */
export class EncodedJson {
  readonly text: string;

  constructor(value: unknown) {
    this.text = exactJson(value);
  }
}

/** Units: a bigint is a decimal scaled by 10^18 and becomes a JSON number. */
export function exactJson(value: unknown): string {
  if (typeof value === 'bigint') return formatDecimal(value);
  if (value instanceof EncodedJson) return value.text;
  if (Array.isArray(value)) return `[${value.map(exactJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const fields = Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .map(([key, field]) => `${JSON.stringify(key)}:${exactJson(field)}`);
  return `{${fields.join(',')}}`;
}
