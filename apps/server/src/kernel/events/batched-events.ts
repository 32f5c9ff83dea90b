/** Events for many members that share most of their data, stored once in the outbox. */
import type { Topic } from '@tern/protocol';

/** An event for one member. */
export interface MemberEvent {
  memberId: number;
  topic: Topic;
  data: unknown;
}

/** One event for each member, in the order of `memberIds`. */
export interface BatchedEvents {
  readonly topic: Topic;
  readonly memberIds: readonly number[];
  /** Fields with one value per member. */
  readonly own: Readonly<Record<string, readonly unknown[]>>;
  /** Fields that are equal for all members. */
  readonly shared: object;
  /** The event's data is a list with this as its only row. */
  readonly isList?: boolean;
}

/** As stored by `recordMemberEvents` and `recordBatchedEvents`; a row may contain both. */
export type StoredEvent = MemberEvent | BatchedEvents;

/** Single events; with `members`, batches expand for these members only. */
export function eventsOf(
  stored: readonly StoredEvent[],
  members?: ReadonlySet<number>,
): MemberEvent[] {
  return stored.flatMap((each) => ('memberIds' in each ? expand(each, members) : [each]));
}

function expand(batch: BatchedEvents, members: ReadonlySet<number> | undefined): MemberEvent[] {
  const { topic, memberIds, shared, isList = false } = batch;
  const own = Object.entries(batch.own);
  const events: MemberEvent[] = [];
  memberIds.forEach((memberId, place) => {
    if (members?.has(memberId) === false) return;
    const ofMember = own.map(([name, values]) => [name, values[place]] as const);
    const row = { ...Object.fromEntries(ofMember), ...shared };
    events.push({ memberId, topic, data: isList ? [row] : row });
  });
  return events;
}

/** The same events in rows of at most `membersMax` members: a reader searches a whole row for its own. */
export function inRowsOf(membersMax: number, batches: readonly BatchedEvents[]): BatchedEvents[][] {
  const rows: BatchedEvents[][] = [];
  let room = 0;
  for (const batch of batches) {
    for (let from = 0; from < batch.memberIds.length; ) {
      if (room === 0) {
        rows.push([]);
        room = membersMax;
      }
      const until = Math.min(from + room, batch.memberIds.length);
      rows.at(-1)!.push(sliceOf(batch, from, until));
      room -= until - from;
      from = until;
    }
  }
  return rows;
}

function sliceOf(batch: BatchedEvents, from: number, until: number): BatchedEvents {
  const own = Object.entries(batch.own).map(
    ([name, values]) => [name, values.slice(from, until)] as const,
  );
  return {
    ...batch,
    memberIds: batch.memberIds.slice(from, until),
    own: Object.fromEntries(own),
  };
}
