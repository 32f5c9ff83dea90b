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
} from '../../../../platform/database/columns.ts';
import type { Tx } from '../../../../platform/database/database.ts';
import { defineQuery, type Query, type RowOf } from '../../../../platform/database/query.ts';

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

/** The parameters of `OfMember`. */
const ofMember = [int8, nullable(arrayOf(text))] as const;

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
  /** A query of whole requests. The kind precedes the name. */
  const query = <const P extends readonly AnyColumn[]>(name: string, sql: string, params: P) =>
    defineQuery({ name: `${kind}.${name}`, text: sql, params, row });
  /** Such as `state = $2 where id = $1`; gives the changed rows. */
  const update = <const P extends readonly AnyColumn[]>(name: string, sql: string, params: P) =>
    query(name, `update ${table} set ${sql} returning ${columns}`, params);
  const rows = `select ${columns} from ${table}`;
  const listed = 'member_id = $1 and ($2::text[] is null or state = any($2))';
  const byId = query('byId', `${rows} where id = $1`, [int8]);
  type Row = RowOf<typeof byId>;
  return {
    update,
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
      const sql = `insert into ${table} (${names.join(', ')}) values (${places.join(', ')}) returning ${columns}`;
      const statement = query(name, sql, Object.values(params) as readonly AnyColumn[]);
      return (tx: Tx, values: Inputs<typeof params>): Promise<Row> =>
        tx.one(statement, keys.map((key) => values[key]) as never);
    },
    forUpdate: query('forUpdate', `${rows} where id = $1 for update`, [int8]),
    ofMember: query('ofMember', `${rows} where id = $1 and member_id = $2`, [int8, int8]),
    list: query('list', `${rows} where ${listed} order by id desc limit $3 offset $4`, [
      ...ofMember,
      int8,
      int8,
    ]),
    count: defineQuery({
      name: `${kind}.count`,
      text: `select count(*)::int as total from ${table} where ${listed}`,
      params: ofMember,
      row: { total: int4 },
    }),
    end: update(
      'end',
      `state = $2, reason = $3, decided_at = coalesce(decided_at, $4), held_until = null, updated_at = $4
        ${atEnd === undefined ? '' : `, ${atEnd}`} where id = $1`,
      [int8, text, text, timestamptz],
    ),
    pause: update('pause', 'held_until = $2, reason = $3, updated_at = $4 where id = $1', [
      int8,
      timestamptz,
      text,
      timestamptz,
    ]),
    /** Pages by id for programs, to older (`next`) and newer (`prev`); $3 is the id before the page, 0 for an end of the list. */
    pagesById() {
      const own = `${rows} where member_id = $1 and ($2::text is null or asset = $2)`;
      const params = [int8, nullable(text), int8, int8] as const;
      const older = '($3::bigint = 0 or id < $3) order by id desc limit $4';
      return {
        next: query('olderOfMember', `${own} and ${older}`, params),
        prev: query('newerOfMember', `${own} and id > $3 order by id limit $4`, params),
      };
    },
  };
}
