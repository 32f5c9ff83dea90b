/** Members' notices, written as facts in the transaction of the event and translated when read (ADR 32). */
import {
  arrayOf,
  bool,
  int4,
  int8,
  json,
  nullable,
  text,
  timestamptz,
} from '../../platform/database/columns.ts';
import type { Tx } from '../../platform/database/database.ts';
import { defineQuery, defineStatement } from '../../platform/database/query.ts';
import { recordMemberEvents } from '../events/member-events.ts';
import {
  type EventPlace,
  isSecurityKind,
  recordSecurityEvent,
} from '../members/security-events.ts';
import {
  categoryOf,
  defaultsOf,
  type NoticeChannel,
  type NoticeKind,
  type NoticeValues,
} from './notice-kinds.ts';

/** The record a notice links to. `kind` is the name of its feature or kind of review: `withdrawal`, `contract`. */
export interface About {
  kind: string;
  id: number;
}

export interface Notice<K extends NoticeKind> {
  memberId: number;
  kind: K;
  about?: About;
  values: NoticeValues<K>;
  /** The channels that the member chose for it, of those that are on. Absent: all that are on. */
  channels?: readonly NoticeChannel[];
  /** Of a security event, where no session did it. */
  place?: EventPlace;
}

/**
 * The deliveries of the notices in `added (id, member_id, kind)`, whose kinds are in `sorts (kind, category, push, email)`: one
 * email, and one push for each device, where the category is on for that channel.
 */
const deliveriesAt = (at: string) => `insert into notification_deliveries
      (member_id, notification_id, channel, device_id, next_attempt_at, created_at)
    select a.member_id, a.id, c.channel, d.id, ${at}, ${at}
    from added a join sorts g on g.kind = a.kind
    cross join lateral (values ('push', g.push), ('email', g.email)) as c(channel, is_default)
    left join notification_switches s
      on s.member_id = a.member_id and s.category = g.category and s.channel = c.channel
    left join push_devices d on d.member_id = a.member_id and c.channel = 'push'
    where c.is_default is not null and coalesce(s.is_on, c.is_default)
      and (c.channel = 'email' or d.id is not null)`;

const insertOne = defineQuery({
  name: 'kernel.insertNotification',
  text: `with added as (
      insert into notifications (member_id, about_id, created_at, kind, about, values)
      values ($1, $2, $3, $4, $5, $6) returning id, member_id, kind
    ), sorts as (select $4 as kind, $7::text as category, $8::boolean as push, $9::boolean as email)
    , delivered as (${deliveriesAt('$3')})
    select id from added`,
  params: [
    int8,
    int8,
    timestamptz,
    text,
    text,
    json<object>(),
    text,
    nullable(bool),
    nullable(bool),
  ],
  row: { id: int8 },
});

/** Members per outbox row: a reader searches the whole row for its own. */
const MEMBERS_PER_ROW = 200;

/** Publishes batched events too. They are made in SQL, because only the database knows the ids of the notices. */
const insertMany = defineStatement({
  name: 'kernel.insertNotifications',
  text: `with added as (
      insert into notifications (member_id, about_id, created_at, kind, about, values)
      select n.member_id, n.about_id, $7, g.kind, $3, g.values
      from unnest($1::bigint[], $2::bigint[], $4::int[]) as n(member_id, about_id, place)
      join unnest($5::text[], $6::json[]) with ordinality as g(kind, values, place) on g.place = n.place
      returning id, member_id, kind
    ), sorts as (
      select * from unnest($8::text[], $9::text[], $10::boolean[], $11::boolean[]) as s(kind, category, push, email)
    ), delivered as (${deliveriesAt('$7')}
    ), parted as (
      select id, member_id, kind, (row_number() over (partition by kind) - 1) / ${MEMBERS_PER_ROW} as part from added
    )
    insert into member_events (member_ids, events, created_at)
    select array_agg(member_id), ('[{"topic":"notification.added","shared":{"kind":' || to_json(kind) || '},"memberIds":['
      || string_agg(member_id::text, ',') || '],"own":{"ID":[' || string_agg(id::text, ',') || ']}}]')::json, $7
    from parted group by kind, part`,
  params: [
    arrayOf(int8),
    arrayOf(int8),
    text,
    arrayOf(int4),
    arrayOf(text),
    arrayOf(json<object>()),
    timestamptz,
    arrayOf(text),
    arrayOf(text),
    arrayOf(nullable(bool)),
    arrayOf(nullable(bool)),
  ],
});

/**
 * Adds a notice for a member; one of security also to the timeline. Their devices receive it once the member events are
 * woken.
 * @throws Error for a kind that no feature declares
 */
export async function notify<K extends NoticeKind>(
  tx: Tx,
  notice: Notice<K>,
  at: number,
): Promise<void> {
  const { memberId, kind, about, values, channels } = notice;
  const category = categoryOf(kind, about?.kind ?? '');
  const defaults = defaultsOf(kind, category);
  const by = (channel: NoticeChannel) =>
    channels === undefined || channels.includes(channel) ? defaults[channel] : null;
  const row = [memberId, about?.id ?? 0, at, kind, about?.kind ?? '', values] as const;
  const { id } = await tx.one(insertOne, [...row, category, by('push'), by('email')]);
  const event = { memberId, topic: 'notification.added' as const, data: { ID: id, kind } };
  await recordMemberEvents(tx, [event], at);
  if (isSecurityKind(kind)) {
    await recordSecurityEvent(tx, { memberId, kind, values, place: notice.place }, at);
  }
}

/** Notices that differ only in member and record. */
export interface NoticeGroup<K extends NoticeKind> {
  kind: K;
  values: NoticeValues<K>;
  memberIds: readonly number[];
  /** At the positions of `memberIds`. */
  aboutIds: readonly number[];
}

/** Adds notices for many members in one statement, about 10 µs each. Devices receive them once the member events are woken. */
export async function notifyMany<K extends NoticeKind>(
  tx: Tx,
  { about, groups }: { about: string; groups: readonly NoticeGroup<K>[] },
  at: number,
): Promise<void> {
  if (groups.length === 0) return;
  const sorts = [...new Set(groups.map(({ kind }) => kind))].map((kind) => {
    const category = categoryOf(kind, about);
    return { kind, category, ...defaultsOf(kind, category) };
  });
  await tx.run(insertMany, [
    groups.flatMap(({ memberIds }) => memberIds),
    groups.flatMap(({ aboutIds }) => aboutIds),
    about,
    groups.flatMap(({ memberIds }, index) => memberIds.map(() => index + 1)),
    groups.map(({ kind }) => kind),
    groups.map(({ values }) => values),
    at,
    sorts.map(({ kind }) => kind),
    sorts.map(({ category }) => category),
    sorts.map(({ push }) => push),
    sorts.map(({ email }) => email),
  ]);
}
