/** The outbox of member events: written in the transaction of the fact, read afterwards in transaction order. */
import { arrayOf, int8, json, nullable, timestamptz } from '../../platform/database/columns.ts';
import type { Reader, Tx } from '../../platform/database/database.ts';
import { defineQuery, defineStatement, type RowOf } from '../../platform/database/query.ts';
import {
  type BatchedEvents,
  eventsOf,
  inRowsOf,
  type MemberEvent,
  type StoredEvent,
} from './batched-events.ts';
import { coalesceBalances } from './coalesce-balances.ts';

export type { MemberEvent } from './batched-events.ts';

/**
 * A position in the outbox: transaction, then sequence. A sequence alone could skip a transaction that drew its number
 * early and committed late.
 */
export interface Cursor {
  transaction: number;
  seq: number;
}

/** Bus topic: wakes the outbox reader after a commit. */
export const MEMBER_EVENTS_WAKE = 'member-events.wake';

const insertEvents = defineStatement({
  name: 'kernel.insertMemberEvents',
  text: 'insert into member_events (member_ids, events, created_at) values ($1, $2, $3)',
  params: [arrayOf(int8), json<readonly StoredEvent[]>(), timestamptz],
});

const row = {
  transaction: int8,
  seq: int8,
  events: json<StoredEvent[]>(),
  createdAt: timestamptz,
} as const;

/** Without the events of rows for none of the listeners `$4`; null: all events. */
const eventsAfter = defineQuery({
  name: 'kernel.memberEventsAfter',
  text: `select transaction_id::text::bigint as transaction, seq, events, created_at
    from member_events_after($1::bigint::text::xid8, $2, $3, $4)`,
  params: [int8, int8, int8, nullable(arrayOf(int8))],
  row: { ...row, events: nullable(row.events) },
});

const PAGE = 1_000;

const eventsOfMember = defineQuery({
  name: 'kernel.memberEventsOfMember',
  text: `select transaction_id::text::bigint as transaction, seq, events, created_at from member_events
    where (transaction_id, seq) > ($1::bigint::text::xid8, $2::bigint)
      and (transaction_id, seq) <= ($3::bigint::text::xid8, $4::bigint)
      and member_ids @> array[$5::bigint]
    order by transaction_id, seq limit ${PAGE}`,
  params: [int8, int8, int8, int8, int8],
  row,
});

const horizon = defineQuery({
  name: 'kernel.memberEventHorizon',
  text: `select pg_snapshot_xmin(pg_current_snapshot())::text::bigint - 1 as newest,
      (select transaction_id from member_events order by transaction_id, seq limit 1)::text::bigint as transaction,
      (select seq from member_events order by transaction_id, seq limit 1) as seq`,
  params: [],
  row: { newest: int8, transaction: int8, seq: int8 },
});

const openTransactions = defineQuery({
  name: 'kernel.openTransactions',
  text: `select pg_snapshot_xmin(snapshot)::text::bigint as oldest, pg_snapshot_xmax(snapshot)::text::bigint as next
    from pg_current_snapshot() as snapshot`,
  params: [],
  row: { oldest: int8, next: int8 },
});

const deleteBefore = defineStatement({
  name: 'kernel.deleteMemberEventsBefore',
  text: `delete from member_events where seq in (
      select seq from member_events where (transaction_id, seq) < (
        select transaction_id, seq from member_events where created_at < $1 order by transaction_id desc, seq desc limit 1
      ) and transaction_id <= $2::bigint::text::xid8 order by transaction_id, seq limit 5000)`,
  params: [timestamptz, int8],
});

type StoredRow = RowOf<typeof eventsOfMember>;
export type MemberEventRow = Omit<StoredRow, 'events'> & { events: MemberEvent[] };

/** Records events in one row, for any number of members. */
export function recordMemberEvents(
  tx: Tx,
  events: readonly MemberEvent[],
  at: number,
): Promise<unknown> {
  if (events.length === 0) return Promise.resolve();
  const memberIds = [...new Set(events.map((event) => event.memberId))];
  return tx.run(insertEvents, [memberIds, [...events], at]);
}

/** Members in one row of batched events. */
const MEMBERS_PER_ROW = 200;

/** Records batched events in few rows; each member receives an event of their own. */
export async function recordBatchedEvents(
  tx: Tx,
  groups: readonly BatchedEvents[],
  at: number,
): Promise<void> {
  const rows = inRowsOf(MEMBERS_PER_ROW, groups);
  await Promise.all(
    rows.map((row) => {
      const memberIds = [...new Set(row.flatMap((group) => group.memberIds))];
      return tx.run(insertEvents, [memberIds, row, at]);
    }),
  );
}

/** With more listeners, filtering rows costs more than reading all of them. */
const LISTENERS_MAX = 200;

/** The next rows after the cursor that no uncommitted row can still precede; with `listeners`, without events of other members' rows. */
export async function memberEventsAfter(
  reader: Reader,
  cursor: Cursor,
  page: { listeners?: readonly number[]; limit: number },
) {
  const { listeners, limit } = page;
  const asked = listeners === undefined || listeners.length > LISTENERS_MAX ? null : listeners;
  const rows = await reader.many(eventsAfter, [cursor.transaction, cursor.seq, limit, asked]);
  const members = listeners === undefined ? undefined : new Set(listeners);
  return coalesceBalances(
    rows.map((found) => ({
      ...found,
      events: found.events === null ? null : eventsOf(found.events, members),
    })),
  );
}

/** All rows of one member after one cursor and up to another. */
export async function memberEventsBetween(
  reader: Reader,
  memberId: number,
  range: { after: Cursor; upTo: Cursor },
): Promise<MemberEventRow[]> {
  const { after, upTo } = range;
  const limits = [upTo.transaction, upTo.seq, memberId] as const;
  const rows = await reader.many(eventsOfMember, [after.transaction, after.seq, ...limits]);
  for (let page = rows; page.length === PAGE; ) {
    const { transaction, seq } = page[PAGE - 1]!;
    page = await reader.many(eventsOfMember, [transaction, seq, ...limits]);
    rows.push(...page);
  }
  const members = new Set([memberId]);
  return coalesceBalances(
    rows.map((found) => ({ ...found, events: eventsOf(found.events, members) })),
  );
}

/** `newest`: all transactions up to this one have ended. `oldest`: all rows after it are still stored. */
export async function memberEventHorizon(
  reader: Reader,
): Promise<{ newest: number; oldest: Cursor }> {
  const { newest, ...oldest } = await reader.one(horizon, []);
  return { newest, oldest };
}

/** `oldest`: the writing transaction that all later events wait for, or `next` if none is open. `next`: the one that begins next. */
export const openTransactionsOf = (
  reader: Reader,
): Promise<{ readonly oldest: number; readonly next: number }> => reader.one(openTransactions, []);

/**
 * Deletes a batch of events older than `before`, except the last, and returns how many; 0 when none is left. Devices that
 * were away longer reload instead. `upTo`: every instance has passed on the events of all transactions up to this one, which an
 * open transaction may hold up for longer than events are kept.
 */
export function pruneMemberEvents(
  tx: Tx,
  { before, upTo }: { before: number; upTo: number },
): Promise<number> {
  return tx.run(deleteBefore, [before, upTo]);
}
