/** The outbox of member events: written in the transaction of the fact, read after it by sequence. */
import type { Topic } from '@tern/protocol';
import { arrayOf, int8, jsonb, timestamptz } from '../platform/database/columns.ts';
import type { Reader, Tx } from '../platform/database/database.ts';
import { defineQuery, defineStatement } from '../platform/database/query.ts';

/** One thing that happened to one member. */
export interface MemberEvent {
  memberId: number;
  topic: Topic;
  data: unknown;
}

const insertEvents = defineStatement({
  name: 'kernel.insertMemberEvents',
  text: 'insert into member_events (member_ids, events, created_at) values ($1, $2, $3)',
  params: [arrayOf(int8), jsonb<MemberEvent[]>(), timestamptz],
});

const row = { seq: int8, events: jsonb<MemberEvent[]>(), createdAt: timestamptz } as const;

const eventsAfter = defineQuery({
  name: 'kernel.memberEventsAfter',
  text: `select seq, events, created_at from member_events
    where seq > $1 and transaction_id < pg_snapshot_xmin(pg_current_snapshot())
    order by seq limit $2`,
  params: [int8, int8],
  row,
});

const eventsOfMemberAfter = defineQuery({
  name: 'kernel.memberEventsOfMemberAfter',
  text: `select seq, events, created_at from member_events
    where seq > $1 and seq <= $2 and member_ids @> array[$3]::bigint[]
    order by seq limit 500`,
  params: [int8, int8, int8],
  row,
});

const bounds = defineQuery({
  name: 'kernel.memberEventBounds',
  text: `select coalesce(min(seq), 0) as oldest, coalesce(max(seq) filter (
      where transaction_id < pg_snapshot_xmin(pg_current_snapshot())), 0) as newest from member_events`,
  params: [],
  row: { oldest: int8, newest: int8 },
});

const deleteBefore = defineStatement({
  name: 'kernel.deleteMemberEventsBefore',
  text: 'delete from member_events where created_at < $1',
  params: [timestamptz],
});

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

/** The next rows after `seq` that can no longer be overtaken by an unfinished transaction. */
export function memberEventsAfter(reader: Reader, seq: number, limit: number) {
  return reader.many(eventsAfter, [seq, limit]);
}

/** Rows that concern one member, after `seq` and up to `upTo`. */
export function memberEventsOf(reader: Reader, memberId: number, seq: number, upTo: number) {
  return reader.many(eventsOfMemberAfter, [seq, upTo, memberId]);
}

/** Oldest and newest sequence kept; 0 when there is none. */
export function memberEventBounds(reader: Reader) {
  return reader.one(bounds, []);
}

/** Forgets events older than the moment; devices that were away longer reload instead. */
export function pruneMemberEvents(tx: Tx, before: number) {
  return tx.run(deleteBefore, [before]);
}
