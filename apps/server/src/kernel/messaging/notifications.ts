/** What members are told of: written in the transaction of the fact, in no language; read in the reader's own (rules §10, ADR 32). */
import { arrayOf, int4, int8, json, text, timestamptz } from '../../platform/database/columns.ts';
import type { Tx } from '../../platform/database/database.ts';
import { defineQuery, defineStatement } from '../../platform/database/query.ts';
import { recordMemberEvents } from '../events/member-events.ts';

/** How a contract ended. `stake`, `profit` and `payout` are exact decimals of USDT, `market` is `BTC/USDT`. */
interface ContractEnd {
  market: string;
  stake: string;
  profit: string;
  payout: string;
}

/** `amount` is an exact decimal, empty as `asset` where the review is about no money. */
interface Reviewed {
  recordNo: string;
  asset: string;
  amount: string;
}

/** `until` is a moment in ISO 8601. */
interface Held extends Reviewed {
  until: string;
  reason: string;
}

/** `until` is there for what ends by itself, which a freeze always does. */
interface Standing {
  reason: string;
  until?: string;
}

/** Every kind of notice, and what its sentences are made of; each has a title and a body in `texts`. */
export interface NoticeKinds {
  'contract.won': ContractEnd;
  'contract.lost': ContractEnd;
  'contract.tied': ContractEnd;
  'contract.void': ContractEnd;
  'contract.invalid': ContractEnd;
  'review.approved': Reviewed;
  'review.rejected': Reviewed & { reason: string };
  'review.voided': Reviewed & { reason: string };
  'review.held': Held;
  'deposit.credited': Reviewed;
  'withdrawal.completed': Reviewed & { reason: string };
  'staff.ban': Standing;
  'staff.unban': Standing;
  'staff.freeze': Standing;
  'staff.unfreeze': Standing;
  'staff.verify': Standing;
  'staff.unverify': Standing;
  'staff.credit': { reason: string; asset: string; amount: string };
  'staff.debit': { reason: string; asset: string; amount: string };
  /** `funds` are amounts with their assets, in words: `10000 USDT, 0.1 BTC`. */
  'paper.granted': { funds: string };
  /** `device` is `Chrome, Windows`, empty where it is not known. */
  'security.login': { address: string; device: string };
  'security.password': { until: string };
  'security.passwordReset': { until: string };
  'security.payPasswordSet': Record<string, never>;
  'security.payPassword': Record<string, never>;
  'security.payPasswordReset': { until: string };
  'security.phoneProven': { phone: string };
  'security.frozen': Record<string, never>;
  'security.payPasswordLocked': { until: string };
  'security.keyMade': { name: string };
  'security.keyRemoved': { name: string };
}
export type NoticeKind = keyof NoticeKinds;

/** The record a notice leads to, by the word of its feature or its kind of review: `withdrawal`, `contract`. */
export interface About {
  kind: string;
  id: number;
}

export interface Notice<K extends NoticeKind> {
  memberId: number;
  kind: K;
  about?: About;
  values: NoticeKinds[K];
}

const insertOne = defineQuery({
  name: 'kernel.insertNotification',
  text: `insert into notifications (member_id, about_id, created_at, kind, about, values)
    values ($1, $2, $3, $4, $5, $6) returning id`,
  params: [int8, int8, timestamptz, text, text, json<object>()],
  row: { id: int8 },
});

/** Readers of the outbox look through a row for their own. */
const MEMBERS_PER_ROW = 200;

/** The devices are told in groups (`event-groups.ts`), made here: only the database knows the numbers of the notices. */
const insertMany = defineStatement({
  name: 'kernel.insertNotifications',
  text: `with added as (
      insert into notifications (member_id, about_id, created_at, kind, about, values)
      select n.member_id, n.about_id, $7, g.kind, $3, g.values
      from unnest($1::bigint[], $2::bigint[], $4::int[]) as n(member_id, about_id, place)
      join unnest($5::text[], $6::json[]) with ordinality as g(kind, values, place) on g.place = n.place
      returning id, member_id, kind
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
  ],
});

/** Tells a member, and their devices once the member events are woken. */
export async function notify<K extends NoticeKind>(
  tx: Tx,
  notice: Notice<K>,
  at: number,
): Promise<void> {
  const { memberId, kind, about, values } = notice;
  const aboutId = about?.id ?? 0;
  const row = [memberId, aboutId, at, kind, about?.kind ?? '', values] as const;
  const { id } = await tx.one(insertOne, row);
  const event = { memberId, topic: 'notification.added' as const, data: { ID: id, kind } };
  await recordMemberEvents(tx, [event], at);
}

/** Notices that differ only in whom they tell and of which record. */
export interface NoticeGroup<K extends NoticeKind> {
  kind: K;
  values: NoticeKinds[K];
  memberIds: readonly number[];
  /** In the order of `memberIds`. */
  aboutIds: readonly number[];
}

/**
 * Tells many members in one statement, and their devices once the member events are woken; some 10 µs each.
 */
export async function notifyMany<K extends NoticeKind>(
  tx: Tx,
  { about, groups }: { about: string; groups: readonly NoticeGroup<K>[] },
  at: number,
): Promise<void> {
  if (groups.length === 0) return;
  await tx.run(insertMany, [
    groups.flatMap(({ memberIds }) => memberIds),
    groups.flatMap(({ aboutIds }) => aboutIds),
    about,
    groups.flatMap(({ memberIds }, index) => memberIds.map(() => index + 1)),
    groups.map(({ kind }) => kind),
    groups.map(({ values }) => values),
    at,
  ]);
}
