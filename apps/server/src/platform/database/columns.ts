/** The column kinds of queries: how each is encoded for PostgreSQL and decoded. */
import { type Amount, decimal, formatDecimal, type Price, type Rate } from '@tern/money';
import { isoTime } from '../clock.ts';
import { readArray, writeArray, writePlainArray } from './array-text.ts';

/** A value for the driver: text, or bytes in binary form. */
export type Encoded = string | Buffer | null;

/** One kind of parameter or result column. `Out` is the type in rows, `In` the type of parameters. */
export interface Column<Out = unknown, In = Out> {
  /** The PostgreSQL type, as `format_type` prints it. */
  readonly type: string;
  readonly isNullable: boolean;
  /** Its text consists of digits, point and sign, so that arrays of it need no quotes. */
  readonly isNumber?: boolean;
  /** @throws Error when the value cannot be sent exactly */
  readonly encode: (value: In) => Encoded;
  /** @throws Error when the text cannot be represented exactly */
  readonly decode: (text: string) => Out;
}

/** A column of any kind; `never` because an encoder accepts only its own kind. */
export type AnyColumn = Column<unknown, never>;

/** The name of a column in SQL: `createdAt` → `created_at`. */
export const columnName = (key: string): string =>
  key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

export type OutputOf<C> = C extends Column<infer Out, infer _In> ? Out : never;
export type InputOf<C> = C extends Column<infer _Out, infer In> ? In : never;

function column<Out, In = Out>(kind: Omit<Column<Out, In>, 'isNullable'>): Column<Out, In> {
  return { ...kind, isNullable: false };
}

function integer(type: string): Column<number> {
  return column({ type, isNumber: true, encode: writeInteger, decode: readInteger });
}

function writeInteger(value: number): string {
  if (!Number.isSafeInteger(value)) throw new RangeError(`not a safe integer: ${value}`);
  return String(value);
}

function readInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`not a safe integer: ${text}`);
  return value;
}

export const int2 = integer('smallint');
export const int4 = integer('integer');
/** A `bigint` column as a number. @throws Error beyond 2^53 − 1 */
export const int8 = integer('bigint');

/** Exact decimals. Units: scaled by 10^18. A result of more than 18 places throws; nothing is rounded. */
export const amount = column<Amount>({
  type: 'numeric',
  isNumber: true,
  encode: formatDecimal,
  decode: (text) => decimal<Amount>(text),
});
export const price = column<Price>({
  type: 'numeric',
  isNumber: true,
  encode: formatDecimal,
  decode: (text) => decimal<Price>(text),
});
export const rate = column<Rate>({
  type: 'numeric',
  isNumber: true,
  encode: formatDecimal,
  decode: (text) => decimal<Rate>(text),
});
/** Like `amount`, but a parameter may be a scaled value of any kind. */
export const numeric: Column<Amount, bigint> = amount as Column<Amount, bigint>;

export const text = column<string>({
  type: 'text',
  encode: writeText,
  decode: (value) => value,
});

function writeText(value: string): string {
  if (value.includes('\0')) throw new RangeError('text must not contain a zero character');
  return value;
}

export const bool = column<boolean>({
  type: 'boolean',
  encode: (value) => (value ? 't' : 'f'),
  decode: (value) => value === 't',
});

/** A time. Units: epoch milliseconds; finer digits of a stored value are truncated. */
export const timestamptz = column<number>({
  type: 'timestamp with time zone',
  encode: isoTime,
  decode: readTimestamp,
});

function readTimestamp(value: string): number {
  const epochMs = Date.parse(value.replace(' ', 'T').replace(/\+00$/, 'Z'));
  if (!Number.isSafeInteger(epochMs)) throw new RangeError(`not a time in UTC: ${value}`);
  return epochMs;
}

const DAY = /^\d{4}-\d\d-\d\d$/;

/** A calendar day. Shape: `YYYY-MM-DD`. */
export const date = column<string>({ type: 'date', encode: checkDay, decode: checkDay });

function checkDay(value: string): string {
  if (!DAY.test(value)) throw new RangeError(`not a day: ${value}`);
  return value;
}

export const bytea = column<Buffer, Uint8Array>({
  type: 'bytea',
  encode: (value) => Buffer.from(value.buffer, value.byteOffset, value.byteLength),
  decode: (value) => Buffer.from(value.slice(2), 'hex'),
});

/** A JSON document; its shape is not checked. */
export function jsonb<T = unknown>(): Column<T> {
  return document<T>('jsonb');
}

/** The same in a column of type `json`, which stores the text unchanged: for documents that are never searched. */
export function json<T = unknown>(): Column<T> {
  return document<T>('json');
}

function document<T>(type: 'json' | 'jsonb'): Column<T> {
  return column<T>({
    type,
    encode: (value) => {
      const document = JSON.stringify(value);
      if (document === undefined) throw new TypeError('undefined is not a document');
      return document;
    },
    decode: (value) => JSON.parse(value) as T,
  });
}

/** The same kind where null is allowed. A result column that is not `nullable` throws on null. */
export function nullable<Out, In>(kind: Column<Out, In>): Column<Out | null, In | null> {
  return {
    type: kind.type,
    isNullable: true,
    isNumber: kind.isNumber === true,
    encode: (value) => (value === null ? null : kind.encode(value)),
    decode: kind.decode,
  };
}

/** A one-dimensional array, as for `unnest($1::bigint[])` and from `array_agg`. */
export function arrayOf<Out, In>(kind: Column<Out, In>): Column<Out[], readonly In[]> {
  return column<Out[], readonly In[]>({
    type: `${kind.type}[]`,
    encode: (values) =>
      kind.isNumber === true
        ? writePlainArray(values.map((value) => kind.encode(value) as string | null))
        : writeArray(values.map((value) => arrayElement(kind.encode(value)))),
    decode: (value) => readArray(value).map((element) => decodeColumn(kind, element)),
  });
}

function arrayElement(encoded: Encoded): string | null {
  return Buffer.isBuffer(encoded) ? `\\x${encoded.toString('hex')}` : encoded;
}

/** Decodes one field. @throws Error for null in a column that is not declared nullable */
export function decodeColumn<Out, In>(kind: Column<Out, In>, field: string | null): Out {
  if (field !== null) return kind.decode(field);
  if (!kind.isNullable) throw new TypeError('null in a column that is not declared nullable');
  return null as Out;
}
