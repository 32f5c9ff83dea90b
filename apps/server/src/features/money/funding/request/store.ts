/** What the tables of all kinds of requests share: their columns, and the queries over these. */
import {
  type AnyColumn,
  amount,
  arrayOf,
  int8,
  nullable,
  text,
  timestamptz,
} from '../../../../platform/database/columns.ts';
import type { Query } from '../../../../platform/database/query.ts';
import type { Columns, Table } from '../../../../platform/database/table.ts';

/** The columns of all kinds. */
export const requestColumns = {
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

/** The parameters of `OfMember`. */
const ofMember = [int8, nullable(arrayOf(text))] as const;

/** Given with every new request. */
const given = ['createdAt', 'memberId', 'asset', 'amount', 'dueAt'] as const;

/** `table` has the columns of all requests, and those of this kind. All names and SQL are constants of the server. */
export function requestStore<All extends typeof requestColumns, R extends Columns>(made: {
  kind: string;
  table: Table<All, R>;
  /** Assignments of the kind at its end. */
  atEnd?: string;
}) {
  const { kind, table, atEnd } = made;
  /** Queries of whole requests. The kind precedes the name. */
  const select = <const P extends readonly AnyColumn[]>(name: string, rest: string, params: P) =>
    table.select(`${kind}.${name}`, rest, params);
  /** Such as `state = $2 where id = $1`; gives the changed rows. */
  const update = <const P extends readonly AnyColumn[]>(name: string, rest: string, params: P) =>
    table.update(`${kind}.${name}`, rest, params);
  const listed = 'where member_id = $1 and ($2::text[] is null or state = any($2))';
  return {
    update,
    byId: select('byId', 'where id = $1', [int8]),
    /**
     * Makes the function that inserts a request and returns its row. `more`: its columns besides those of all requests;
     * `fixed`: columns with the same SQL each time.
     */
    insert: <const K extends keyof All & string>(
      name: string,
      more: readonly K[],
      fixed: Readonly<Record<string, string>> = {},
    ) =>
      table.insertReturning(`${kind}.${name}`, [...given, ...more], {
        also: { updatedAt: '$createdAt', ...fixed },
      }),
    forUpdate: select('forUpdate', 'where id = $1 for update', [int8]),
    ofMember: select('ofMember', 'where id = $1 and member_id = $2', [int8, int8]),
    list: select('list', `${listed} order by id desc limit $3 offset $4`, [
      ...ofMember,
      int8,
      int8,
    ]),
    count: table.count(`${kind}.count`, listed, ofMember),
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
      const own = 'where member_id = $1 and ($2::text is null or asset = $2)';
      const params = [int8, nullable(text), int8, int8] as const;
      const older = '($3::bigint = 0 or id < $3) order by id desc limit $4';
      return {
        next: select('olderOfMember', `${own} and ${older}`, params),
        prev: select('newerOfMember', `${own} and id > $3 order by id limit $4`, params),
      };
    },
  };
}
