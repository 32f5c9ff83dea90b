/** Events that differ in little, as the outbox keeps them: what many members are told alike stands there once. */
import type { Topic } from '@tern/protocol';

/** One thing that happened to one member. */
export interface MemberEvent {
  memberId: number;
  topic: Topic;
  data: unknown;
}

/** One event for each member, in the order of `memberIds`. */
export interface BatchedEvents {
  readonly topic: Topic;
  readonly memberIds: readonly number[];
  /** What an event says to one member alone: a value for each of them, by the name of the field. */
  readonly own: Readonly<Record<string, readonly unknown[]>>;
  /** What it says to all of them. */
  readonly shared: object;
  /** The event's data is a list with that as its only row. */
  readonly isList?: boolean;
}

/** As `recordMemberEvents` and `recordEventGroups` write them, in one row or in rows of their own. */
export type StoredEvent = MemberEvent | BatchedEvents;

/** Events one by one; with `members`, of groups only theirs. */
export function eventsOf(
  stored: readonly StoredEvent[],
  members?: ReadonlySet<number>,
): MemberEvent[] {
  return stored.flatMap((each) => ('memberIds' in each ? takeApart(each, members) : [each]));
}

function takeApart(group: BatchedEvents, members: ReadonlySet<number> | undefined): MemberEvent[] {
  const { topic, memberIds, shared, isList = false } = group;
  const own = Object.entries(group.own);
  const events: MemberEvent[] = [];
  memberIds.forEach((memberId, place) => {
    if (members?.has(memberId) === false) return;
    const ofMember = own.map(([name, values]) => [name, values[place]] as const);
    const row = { ...Object.fromEntries(ofMember), ...shared };
    events.push({ memberId, topic, data: isList ? [row] : row });
  });
  return events;
}

/** The same events in rows of at most so many members: a reader looks through a whole row for its own. */
export function inRowsOf(membersMax: number, groups: readonly BatchedEvents[]): BatchedEvents[][] {
  const rows: BatchedEvents[][] = [];
  let room = 0;
  for (const group of groups) {
    for (let from = 0; from < group.memberIds.length; ) {
      if (room === 0) {
        rows.push([]);
        room = membersMax;
      }
      const until = Math.min(from + room, group.memberIds.length);
      rows.at(-1)!.push(stretchOf(group, from, until));
      room -= until - from;
      from = until;
    }
  }
  return rows;
}

function stretchOf(group: BatchedEvents, from: number, until: number): BatchedEvents {
  const own = Object.entries(group.own).map(
    ([name, values]) => [name, values.slice(from, until)] as const,
  );
  return {
    ...group,
    memberIds: group.memberIds.slice(from, until),
    own: Object.fromEntries(own),
  };
}
