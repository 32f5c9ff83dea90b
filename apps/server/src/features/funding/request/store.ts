/** What the tables of all kinds of requests share: their columns, and the queries over these. */
import {
  type AnyColumn,
  amount,
  arrayOf,
  type InputOf,
  int4,
  int8,
  nullable,
  text,
  timestamptz,
} from '../../../platform/database/columns.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { defineQuery, type Query, type RowOf } from '../../../platform/database/query.ts';

const shared = {
  id: int8,
  memberId: int8,
  asset: text,
  amount,
  state: text,
  reason: text,
  heldUntil: nullable(timestamptz),
  dueAt: timestamptz,
  createdAt: timestamptz,
  decidedAt: nullable(timestamptz),
  updatedAt: timestamptz,
} as const;

/** `states`: null for all. */
type OfMember = readonly [memberId: number, states: readonly string[] | null];

/** The queries that all kinds have. */
export interface RequestStore<T> {
  byId: Query<[id: number], T>;
  forUpdate: Query<[id: number], T>;
  ofMember: Query<[id: number, memberId: number], T>;
  /** Newest first. */
  list: Query<readonly [...OfMember, limit: number, offset: number], T>;
  count: Query<OfMember, { total: number }>;
  /** Gives the changed row. The database refuses to change a request that ended. */
  end: Query<[id: number, state: string, reason: string, at: number], T>;
  pause: Query<[id: number, until: number, reason: string, at: number], T>;
}

const snakeCase = (name: string) =>
  name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Given with every new request. */
const given = { createdAt: timestamptz, memberId: int8, asset: text, amount, dueAt: timestamptz };
type Inputs<C> = { readonly [K in keyof C]: InputOf<C[K]> };

/** `own`: the columns of this kind alone. All names and SQL are constants of the program. */
export function requestStore<const Own extends Record<string, AnyColumn>>(made: {
  kind: string;
  table: string;
  own: Own;
  /** Expressions for columns that are not read plainly. */
  select?: Readonly<Record<string, string>>;
  /** Assignments of the kind at its end. */
  atEnd?: string;
}) {
  const { kind, table, own, select = {}, atEnd } = made;
  const row = { ...shared, ...own };
  const columns = Object.keys(row)
    .map((key) => select[key] ?? snakeCase(key))
    .join(', ');
  const rows = `select ${columns} from ${table}`;
  const listed = 'member_id = $1 and ($2::text[] is null or state = any($2))';
  const byId = defineQuery({
    name: `${kind}.byId`,
    text: `${rows} where id = $1`,
    params: [int8],
    row,
  });
  type Row = RowOf<typeof byId>;
  return {
    row,
    columns,
    byId,
    /**
     * Makes the function that inserts a request and returns its row. `more`: its columns besides those of all requests;
     * `fixed`: columns with the same SQL each time, where `$1` is the time of creation.
     */
    insert<const More extends Record<string, AnyColumn>>(
      name: string,
      more: More,
      fixed: Readonly<Record<string, string>> = {},
    ) {
      const params = { ...given, ...more };
      const keys = Object.keys(params) as (keyof typeof params)[];
      const constants = { updatedAt: '$1', ...fixed };
      const names = [...keys, ...Object.keys(constants)].map((key) => snakeCase(String(key)));
      const places = [...keys.map((_, index) => `$${index + 1}`), ...Object.values(constants)];
      const query = defineQuery({
        name,
        text: `insert into ${table} (${names.join(', ')}) values (${places.join(', ')}) returning ${columns}`,
        params: Object.values(params) as readonly AnyColumn[],
        row,
      });
      return (tx: Tx, values: Inputs<typeof params>): Promise<Row> =>
        tx.one(query, keys.map((key) => values[key]) as never);
    },
    forUpdate: defineQuery({
      name: `${kind}.forUpdate`,
      text: `${rows} where id = $1 for update`,
      params: [int8],
      row,
    }),
    ofMember: defineQuery({
      name: `${kind}.ofMember`,
      text: `${rows} where id = $1 and member_id = $2`,
      params: [int8, int8],
      row,
    }),
    list: defineQuery({
      name: `${kind}.list`,
      text: `${rows} where ${listed} order by id desc limit $3 offset $4`,
      params: [int8, nullable(arrayOf(text)), int8, int8],
      row,
    }),
    count: defineQuery({
      name: `${kind}.count`,
      text: `select count(*)::int as total from ${table} where ${listed}`,
      params: [int8, nullable(arrayOf(text))],
      row: { total: int4 },
    }),
    end: defineQuery({
      name: `${kind}.end`,
      text: `update ${table} set state = $2, reason = $3, decided_at = coalesce(decided_at, $4), held_until = null,
          updated_at = $4${atEnd === undefined ? '' : `, ${atEnd}`}
        where id = $1 returning ${columns}`,
      params: [int8, text, text, timestamptz],
      row,
    }),
    pause: defineQuery({
      name: `${kind}.pause`,
      text: `update ${table} set held_until = $2, reason = $3, updated_at = $4 where id = $1 returning ${columns}`,
      params: [int8, timestamptz, text, timestamptz],
      row,
    }),
  };
}

/** Pages by id for programs, to older (`next`) and newer (`prev`); $3 is the id before the page, 0 for an end of the list. */
export function pagesById<const Row extends Record<string, AnyColumn>>(
  kind: string,
  table: string,
  { row, columns }: { row: Row; columns: string },
) {
  const rows = `select ${columns} from ${table} where member_id = $1 and ($2::text is null or asset = $2)`;
  const params = [int8, nullable(text), int8, int8] as const;
  return {
    next: defineQuery({
      name: `${kind}.olderOfMember`,
      text: `${rows} and ($3::bigint = 0 or id < $3) order by id desc limit $4`,
      params,
      row,
    }),
    prev: defineQuery({
      name: `${kind}.newerOfMember`,
      text: `${rows} and id > $3 order by id limit $4`,
      params,
      row,
    }),
  };
}
