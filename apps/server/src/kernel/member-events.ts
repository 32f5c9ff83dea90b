/** The outbox of member events: written in the transaction of the fact, read after it in commit order. */
import type { Topic } from '@tern/protocol';
import { arrayOf, int8, jsonb, timestamptz } from '../platform/database/columns.ts';
import type { Reader, Tx } from '../platform/database/database.ts';
import { defineQuery, defineStatement, type RowOf } from '../platform/database/query.ts';

/** One thing that happened to one member. */
export interface MemberEvent {
  memberId: number;
  topic: Topic;
  data: unknown;
}

/**
 * A place in the outbox: transaction first, then sequence. Sequences alone could be overtaken by a
 * transaction that drew its number early and committed late.
 */
export interface Cursor {
  transaction: number;
  seq: number;
}

/** The bus topic that wakes the outbox reader; sent after a commit, never instead of reading. */
export const MEMBER_EVENTS_WAKE = 'member-events.wake';

const insertEvents = defineStatement({
  name: 'kernel.insertMemberEvents',
  text: 'insert into member_events (member_ids, events, created_at) values ($1, $2, $3)',
  params: [arrayOf(int8), jsonb<MemberEvent[]>(), timestamptz],
});

const row = {
  transaction: int8,
  seq: int8,
  events: jsonb<MemberEvent[]>(),
  createdAt: timestamptz,
} as const;

const eventsAfter = defineQuery({
  name: 'kernel.memberEventsAfter',
  text: `select transaction_id::text::bigint as transaction, seq, events, created_at from member_events
    where (transaction_id, seq) > ($1::bigint::text::xid8, $2::bigint)
      and transaction_id < pg_snapshot_xmin(pg_current_snapshot())
    order by transaction_id, seq limit $3`,
  params: [int8, int8, int8],
  row,
});

const eventsOfMember = defineQuery({
  name: 'kernel.memberEventsOfMember',
  text: `select transaction_id::text::bigint as transaction, seq, events, created_at from member_events
    where (transaction_id, seq) > ($1::bigint::text::xid8, $2::bigint)
      and (transaction_id, seq) <= ($3::bigint::text::xid8, $4::bigint)
      and member_ids @> array[$5::bigint]
    order by transaction_id, seq limit 1000`,
  params: [int8, int8, int8, int8, int8],
  row,
});

const horizon = defineQuery({
  name: 'kernel.memberEventHorizon',
  text: `select pg_snapshot_xmin(pg_current_snapshot())::text::bigint - 1 as newest,
      coalesce((select min(transaction_id::text::bigint) from member_events), 0) as oldest`,
  params: [],
  row: { newest: int8, oldest: int8 },
});

const deleteBefore = defineStatement({
  name: 'kernel.deleteMemberEventsBefore',
  text: 'delete from member_events where created_at < $1',
  params: [timestamptz],
});

export type MemberEventRow = RowOf<typeof eventsAfter>;

/** Records what happened, as one row whatever the number of members it concerns. */
export async function recordMemberEvents(
  tx: Tx,
  events: readonly MemberEvent[],
  at: number,
): Promise<void> {
  if (events.length === 0) return;
  const memberIds = [...new Set(events.map((event) => event.memberId))];
  await tx.run(insertEvents, [memberIds, [...events], at]);
}

/** The next rows after the cursor that no unfinished transaction can still precede. */
export function memberEventsAfter(reader: Reader, cursor: Cursor, limit: number) {
  return reader.many(eventsAfter, [cursor.transaction, cursor.seq, limit]);
}

/** Up to 1,000 rows that concern one member, after one cursor and up to another. */
export function memberEventsBetween(
  reader: Reader,
  memberId: number,
  range: { after: Cursor; upTo: Cursor },
) {
  const { after, upTo } = range;
  return reader.many(eventsOfMember, [
    after.transaction,
    after.seq,
    upTo.transaction,
    upTo.seq,
    memberId,
  ]);
}

/** `newest`: everything up to this transaction is finished; `oldest`: the oldest one still kept, or 0. */
export function memberEventHorizon(reader: Reader) {
  return reader.one(horizon, []);
}

/** Forgets events older than the moment; devices that were away longer reload instead. */
export function pruneMemberEvents(tx: Tx, before: number) {
  return tx.run(deleteBefore, [before]);
}
