/** Round trips of every column kind through the real server. */
import { type Amount, decimal, type Price } from '@tern/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../tests/support/database.ts';
import {
  type AnyColumn,
  amount,
  arrayOf,
  bool,
  bytea,
  type Column,
  date,
  int2,
  int4,
  int8,
  jsonb,
  nullable,
  numeric,
  price,
  text,
  timestamptz,
} from './columns.ts';
import { defineQuery } from './query.ts';

let fresh: FreshDatabase;
beforeAll(async () => {
  fresh = await freshDatabase({ migrated: false });
});
afterAll(() => fresh.drop());

let serial = 0;

/** Sends a value and returns the server's copy. */
async function roundTrip<Out, In>(kind: Column<Out, In>, value: In): Promise<Out> {
  serial += 1;
  const query = defineQuery({
    name: `columntest.round-${serial}`,
    text: `select $1::${kind.type} as value`,
    params: [kind],
    row: { value: kind },
  });
  const row = await fresh.database.one(query, [value] as never);
  return (row as { value: Out }).value;
}

/** Reads the value of an SQL expression. */
async function read<Out>(kind: Column<Out, never> & AnyColumn, expression: string): Promise<Out> {
  serial += 1;
  const query = defineQuery({
    name: `columntest.read-${serial}`,
    text: `select ${expression} as value`,
    params: [],
    row: { value: kind },
  });
  return ((await fresh.database.one(query, [])) as { value: Out }).value;
}

test('whole numbers are numbers up to the largest exact one', async () => {
  expect(await roundTrip(int2, -32_768)).toBe(-32_768);
  expect(await roundTrip(int4, 2_147_483_647)).toBe(2_147_483_647);
  expect(await roundTrip(int8, Number.MAX_SAFE_INTEGER)).toBe(Number.MAX_SAFE_INTEGER);
});

test('a whole number too large to be exact is refused in both directions', async () => {
  await expect(read(int8, '9007199254740993::bigint')).rejects.toMatchObject({
    message: expect.stringContaining('column value cannot be read'),
    cause: expect.any(RangeError),
  });
  await expect(roundTrip(int8, 2 ** 53)).rejects.toThrow('cannot be sent');
  await expect(roundTrip(int8, 1.5)).rejects.toThrow('cannot be sent');
});

test('amounts are exact over the whole width of a money column', async () => {
  const extremes = [
    '99999999999999999999.999999999999999999',
    '-99999999999999999999.999999999999999999',
    '0.000000000000000001',
    '-0.000000000000000001',
    '0',
    '123.45',
  ].map((value) => decimal(value));
  for (const value of extremes) expect(await roundTrip(amount, value)).toBe(value);
  expect(await read(amount, `'1.50'::numeric(38,18)`)).toBe(decimal('1.5'));
});

test('a number that an amount cannot hold exactly is refused, never rounded', async () => {
  await expect(read(amount, '1::numeric / 3 / 1000')).rejects.toThrow('cannot be read');
  await expect(read(amount, `'NaN'::numeric`)).rejects.toThrow('cannot be read');
});

test('a time is epoch milliseconds in any time zone', async () => {
  const moment = Date.UTC(2026, 10, 21, 8, 9, 10, 123);
  expect(await roundTrip(timestamptz, moment)).toBe(moment);
  expect(await roundTrip(timestamptz, 0)).toBe(0);
  expect(await read(timestamptz, `'2026-06-01 12:00:00.123999+05:30'::timestamptz`)).toBe(
    Date.UTC(2026, 5, 1, 6, 30, 0, 123),
  );
  await expect(read(timestamptz, `'infinity'::timestamptz`)).rejects.toThrow('cannot be read');
});

test('texts, booleans, days, bytes and documents are returned unchanged', async () => {
  expect(await roundTrip(text, `"quoted" \\ 'and' {braces}, ü 💶`)).toBe(
    `"quoted" \\ 'and' {braces}, ü 💶`,
  );
  expect(await roundTrip(bool, true)).toBe(true);
  expect(await roundTrip(bool, false)).toBe(false);
  expect(await roundTrip(date, '2024-02-29')).toBe('2024-02-29');
  const bytes = Uint8Array.from([0, 1, 92, 255]);
  expect(new Uint8Array(await roundTrip(bytea, bytes))).toEqual(bytes);
  const document = { a: [1, null, 'x'], b: { c: true } };
  expect(await roundTrip(jsonb<typeof document>(), document)).toEqual(document);
});

test('null is returned only where it is declared', async () => {
  expect(await roundTrip(nullable(text), null)).toBeNull();
  expect(await roundTrip(nullable(int4), 4)).toBe(4);
  await expect(read(text, 'null::text')).rejects.toThrow('cannot be read');
});

test('arrays preserve every element exactly', async () => {
  const texts = ['', 'NULL', 'a,b', '{x}', '"q"', '\\', ' spaced ', 'ü'];
  expect(await roundTrip(arrayOf(text), texts)).toEqual(texts);
  expect(await roundTrip(arrayOf(int8), [])).toEqual([]);
  expect(await roundTrip(arrayOf(nullable(int4)), [1, null, 3])).toEqual([1, null, 3]);
  const amounts = [decimal('1.000000000000000001'), decimal('-2')];
  expect(await roundTrip(arrayOf(amount), amounts)).toEqual(amounts);
  expect(await roundTrip(arrayOf(bytea), [Buffer.from([92, 34])])).toEqual([Buffer.from([92, 34])]);
  expect(await roundTrip(arrayOf(timestamptz), [1_700_000_000_123])).toEqual([1_700_000_000_123]);
});

test('arrays of amounts feed unnest row by row', async () => {
  const query = defineQuery({
    name: 'columntest.unnest',
    text: `select id, unit_price, unit_price * 2 as doubled_price
      from unnest($1::bigint[], $2::numeric[]) as line(id, unit_price) order by id`,
    params: [arrayOf(int8), arrayOf(numeric)],
    row: { id: int8, unitPrice: price, doubledPrice: amount },
  });
  const rows = await fresh.database.many(query, [
    [2, 1],
    [decimal<Price>('0.5'), 1n],
  ]);
  expect(rows).toEqual([
    { id: 1, unitPrice: 1n, doubledPrice: 2n as Amount },
    { id: 2, unitPrice: decimal<Price>('0.5'), doubledPrice: decimal('1') },
  ]);
});

test('a query with other columns than declared is refused', async () => {
  const swapped = defineQuery({
    name: 'columntest.swapped',
    text: 'select 1 as held, 2 as available',
    params: [],
    row: { available: int4, held: int4 },
  });
  await expect(fresh.database.one(swapped, [])).rejects.toThrow(
    'declares the columns (available, held) and gives (held, available)',
  );
});

test('two queries cannot share a name', () => {
  const declare = (sql: string) =>
    defineQuery({ name: 'columntest.twice', text: sql, params: [], row: {} });
  declare('select 1');
  expect(() => declare('select 1')).not.toThrow();
  expect(() => declare('select 2')).toThrow('two queries are named columntest.twice');
  expect(() => defineQuery({ name: 'Bad', text: '', params: [], row: {} })).toThrow('malformed');
});
