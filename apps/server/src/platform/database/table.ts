/** Tables: select lists, row types, inserts and bulk inserts follow from one list of the columns with their kinds. */
import { type AnyColumn, arrayOf, columnName, type InputOf, int4 } from './columns.ts';
import type { Tx } from './database.ts';
import {
  defineQuery,
  defineStatement,
  type Inputs,
  type Outputs,
  type Query,
  type RowOf,
} from './query.ts';

export type Columns = Readonly<Record<string, AnyColumn>>;
/** Values for columns, by name. */
export type ValuesOf<C extends Columns> = { readonly [K in keyof C]: InputOf<C[K]> };
/** A row of a table: `type Loan = TableRow<typeof loans>`. */
export type TableRow<T> =
  T extends Table<infer _All, infer R> ? RowOf<Query<[], Outputs<R>>> : never;

type Keys<C> = readonly (keyof C & string)[];

/** How columns are written besides the given values. */
export interface Written {
  /** Columns with SQL of their own; `$createdAt` is the given value of that column. */
  readonly also?: Readonly<Record<string, string>>;
  /** What follows `on conflict`. */
  readonly onConflict?: string;
}

/** A table, read with the columns `R` of all its columns `All`. Each query is defined once, as with `defineQuery`. */
export interface Table<All extends Columns, R extends Columns> {
  readonly name: string;
  /** The kinds of the columns that are read, in this order. */
  readonly row: R;
  /** The select list. */
  readonly columns: string;
  /** Reads these columns only, in this order. */
  pick<const K extends keyof All & string>(...keys: readonly K[]): Table<All, Pick<All, K>>;
  /** Reads all but these. */
  omit<const K extends keyof R & string>(...keys: readonly K[]): Table<All, Omit<R, K>>;
  /** Is named so in its queries, which read `o.id` instead of `id`. */
  as(alias: string): Table<All, R>;
  /** Also reads expressions. A column of this name is read by its expression. */
  with<const E extends Columns>(
    kinds: E,
    sql: Readonly<Record<keyof E, string>>,
  ): Table<All, Omit<R, keyof E> & E>;
  /** `rest` follows `select … from table`. */
  select<const P extends readonly AnyColumn[]>(
    name: string,
    rest: string,
    params: P,
  ): Query<Inputs<P>, Outputs<R>>;
  /** The number of rows; `rest` as above. */
  count<const P extends readonly AnyColumn[]>(
    name: string,
    rest: string,
    params: P,
  ): Query<Inputs<P>, { total: number }>;
  /** Gives the changed rows. `rest` follows `update table set`. */
  update<const P extends readonly AnyColumn[]>(
    name: string,
    rest: string,
    params: P,
  ): Query<Inputs<P>, Outputs<R>>;
  /** Makes the function that inserts a row and returns the number of rows written. */
  insert<const K extends keyof All & string>(
    name: string,
    keys: readonly K[],
    written?: Written,
  ): (tx: Tx, values: ValuesOf<Pick<All, K>>) => Promise<number>;
  /** The same, returning the new row. */
  insertReturning<const K extends keyof All & string>(
    name: string,
    keys: readonly K[],
    written?: Written,
  ): (tx: Tx, values: ValuesOf<Pick<All, K>>) => Promise<Outputs<R>>;
  /** Makes the function that inserts any number of rows in one statement and returns their number. */
  insertMany<const K extends keyof All & string>(
    name: string,
    keys: readonly K[],
    written?: Pick<Written, 'onConflict'>,
  ): (tx: Tx, rows: readonly ValuesOf<Pick<All, K>>[]) => Promise<number>;
}

/** Declares a table by all columns that its queries read or write: `{ createdAt: timestamptz }` is the column `created_at`. */
export const defineTable = <const C extends Columns>(name: string, columns: C): Table<C, C> =>
  tableOf({ name, all: columns, row: columns, alias: '', sql: {} });

interface Made<All, R> {
  name: string;
  all: All;
  row: R;
  alias: string;
  /** Of columns that are expressions. */
  sql: Readonly<Record<string, string>>;
}

function tableOf<All extends Columns, R extends Columns>(made: Made<All, R>): Table<All, R> {
  const { name, all, row, alias, sql } = made;
  const isIn = alias === '' ? '' : `${alias}.`;
  const columns = Object.keys(row)
    .map((key) => {
      const expression = sql[key];
      return expression === undefined
        ? `${isIn}${columnName(key)}`
        : `${expression} as ${columnName(key)}`;
    })
    .join(', ');
  const from = alias === '' ? name : `${name} ${alias}`;
  const after = (rest: string) => (rest === '' ? '' : ` ${rest}`);
  const kindsOf = (keys: Keys<All>): AnyColumn[] => keys.map((key) => all[key] as AnyColumn);
  const insertOf = (keys: Keys<All>, { also = {}, onConflict }: Written): string => {
    const place = (key: string) => `$${keys.indexOf(key) + 1}`;
    const names = [...keys, ...Object.keys(also)].map(columnName);
    const values = [
      ...keys.map(place),
      ...Object.values(also).map((given) =>
        given.replaceAll(/\$([a-z]\w*)/gi, (_, key) => place(key)),
      ),
    ];
    return `insert into ${alias === '' ? name : `${name} as ${alias}`} (${names.join(', ')}) values (${values.join(', ')})${conflict(onConflict)}`;
  };
  return {
    name,
    row,
    columns,
    pick: (...keys) => tableOf({ ...made, row: pickOf({ ...row, ...all }, keys) as never }),
    omit: (...keys) =>
      tableOf({
        ...made,
        row: pickOf(
          row,
          Object.keys(row).filter((key) => !keys.includes(key as never)),
        ) as never,
      }),
    as: (named) => tableOf({ ...made, alias: named }),
    with: (kinds, expressions) =>
      tableOf({ ...made, row: { ...row, ...kinds } as never, sql: { ...sql, ...expressions } }),
    select: (query, rest, params) =>
      defineQuery({
        name: query,
        text: `select ${columns} from ${from}${after(rest)}`,
        params,
        row,
      }),
    count: (query, rest, params) =>
      defineQuery({
        name: query,
        text: `select count(*)::int as total from ${from}${after(rest)}`,
        params,
        row: { total: int4 },
      }),
    update: (query, rest, params) =>
      defineQuery({
        name: query,
        text: `update ${from} set ${rest} returning ${columns}`,
        params,
        row,
      }),
    insert(query, keys, written = {}) {
      const params = kindsOf(keys);
      const statement = defineStatement({ name: query, text: insertOf(keys, written), params });
      return (tx, values) => tx.run(statement, keys.map((key) => values[key]) as never);
    },
    insertReturning(query, keys, written = {}) {
      const text = `${insertOf(keys, written)} returning ${columns}`;
      const statement = defineQuery({ name: query, text, params: kindsOf(keys), row });
      return (tx, values) => tx.one(statement, keys.map((key) => values[key]) as never);
    },
    insertMany(query, keys, written = {}) {
      const picked = pickOf(all, keys);
      const arrays = Object.values(picked).map(({ type }, at) => `$${at + 1}::${type}[]`);
      const text = `insert into ${name} (${keys.map(columnName).join(', ')})
    select * from unnest(${arrays.join(', ')})${conflict(written.onConflict)}`;
      const statement = defineStatement({ name: query, text, params: arrayKindsOf(picked) });
      return (tx, rows) => tx.run(statement, arraysOf(picked, rows) as never);
    },
  };
}

const conflict = (action: string | undefined): string =>
  action === undefined ? '' : ` on conflict ${action}`;

const pickOf = (columns: Columns, keys: readonly string[]): Columns =>
  Object.fromEntries(keys.map((key) => [key, columns[key]!]));

/** `a = excluded.a, …`, for an insert that replaces these columns on a conflict. */
export const excluded = (...keys: readonly string[]): string =>
  keys
    .map(columnName)
    .map((column) => `${column} = excluded.${column}`)
    .join(', ');

/** The kinds of parameters that take rows of these columns: one array for each column, in their order. */
export const arrayKindsOf = (columns: Columns): AnyColumn[] =>
  Object.values(columns).map((kind) => arrayOf(kind));

/** The values for these parameters. Their types are those of the rows, so the array itself has none. */
export const arraysOf = <C extends Columns>(columns: C, rows: readonly ValuesOf<C>[]): never[] =>
  Object.keys(columns).map((key) => rows.map((row) => row[key])) as never[];
