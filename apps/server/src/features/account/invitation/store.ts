/** The SQL of invitations: people, rewards, and the functions that compute rewards. */
import {
  amount,
  arrayOf,
  bool,
  date,
  int2,
  int4,
  int8,
  nullable,
  rate,
  text,
  timestamptz,
} from '../../../platform/database/columns.ts';
import { defineQuery, defineStatement, type RowOf } from '../../../platform/database/query.ts';
import { defineTable } from '../../../platform/database/table.ts';

/** The members above a new one. */
export const invitersOf = defineQuery({
  name: 'invitation.invitersOf',
  text: 'select inviter_id from invitation_people where member_id = $1',
  params: [int8],
  row: { inviterId: int8 },
});

/** Levels without people have no row. */
export const peopleByLevel = defineQuery({
  name: 'invitation.peopleByLevel',
  text: `select level, count(*) as people, count(*) filter (where is_verified) as verified
    from invitation_people where inviter_id = $1 group by level`,
  params: [int8],
  row: { level: int2, people: int8, verified: int8 },
});

export const totalsByLevel = defineQuery({
  name: 'invitation.totalsByLevel',
  text: `select level, asset, sum(amount) as amount from invitation_totals
    where inviter_id = $1 group by level, asset having sum(amount) > 0 order by level, asset`,
  params: [int8],
  row: { level: int2, asset: text, amount },
});

/** Newest first, each with its place from the first one and its rewards by asset. */
export const inviteesOf = defineQuery({
  name: 'invitation.inviteesOf',
  text: `select p.place, p.level, p.email, p.is_verified, p.created_at,
      array(select t.asset from invitation_totals t
        where t.inviter_id = p.inviter_id and t.invitee_id = p.member_id order by t.asset) as assets,
      array(select t.amount from invitation_totals t
        where t.inviter_id = p.inviter_id and t.invitee_id = p.member_id order by t.asset) as amounts
    from (
      select *, row_number() over (order by member_id) as place from invitation_people
      where inviter_id = $1 and level = $2
      order by member_id desc limit $3 offset $4
    ) p order by p.place desc`,
  params: [int8, int2, int8, int8],
  row: {
    place: int8,
    level: int2,
    email: text,
    isVerified: bool,
    createdAt: timestamptz,
    assets: arrayOf(text),
    amounts: arrayOf(amount),
  },
});

export const countInvitees = defineQuery({
  name: 'invitation.countInvitees',
  text: 'select count(*)::int as total from invitation_people where inviter_id = $1 and level = $2',
  params: [int8, int2],
  row: { total: int4 },
});

const invitationPayments = defineTable('invitation_payments', {
  id: int8,
  batchId: int8,
  reversedId: nullable(int8),
  waitId: nullable(int8),
  inviterId: int8,
  level: int2,
  asset: text,
  share: rate,
  fee: amount,
  amount,
  trades: int4,
  swaps: int4,
  createdAt: timestamptz,
});

/** Newest first. */
export const paymentsTo = invitationPayments.select(
  'invitation.paymentsTo',
  'where inviter_id = $1 order by id desc limit $2 offset $3',
  [int8, int8, int8],
);

export const countPayments = invitationPayments.count(
  'invitation.countPayments',
  'where inviter_id = $1',
  [int8],
);

/** Writes the rewards of the next fees; no row when there are none, or when another instance is at work. */
export const rewardFees = defineQuery({
  name: 'invitation.rewardFees',
  text: 'select passed, batch from invitation_reward_fees($1, $2)',
  params: [int4, timestamptz],
  row: { passed: int8, batch: int8 },
});

export const paymentsOfBatch = invitationPayments.select(
  'invitation.paymentsOfBatch',
  'where batch_id = $1 and reversed_id is null and wait_id is null order by id',
  [int8],
);

/** Ends waits that the exchange can pay by now, up to `$1` of each asset; no row when another instance is at work. */
export const payWaiting = defineQuery({
  name: 'invitation.payWaiting',
  text: 'select ended, payments from invitation_pay_waiting($1, $2)',
  params: [int4, timestamptz],
  row: { ended: int8, payments: arrayOf(int8) },
});

export const paymentsById = invitationPayments.select(
  'invitation.paymentsById',
  'where id = any ($1) order by id',
  [arrayOf(int8)],
);

/** What the exchange owes and cannot pay, by asset. */
export const pendingRewards = defineQuery({
  name: 'invitation.pendingRewards',
  text: `select asset, sum(amount) as amount, min(created_at) as since from invitation_waits
    where paid_at is null group by asset order by asset`,
  params: [],
  row: { asset: text, amount, since: timestamptz },
});

/** Reverses one reward of a reversed trade or swap; no row when none is due. */
export const reverseDue = defineQuery({
  name: 'invitation.reverseDue',
  text: `select ${invitationPayments.columns} from invitation_reverse_due($1)`,
  params: [timestamptz],
  row: invitationPayments.row,
});

/** Rewards of one level in one asset that were paid together; a negative amount was reversed. */
export type Payment = RowOf<typeof paymentsTo>;

export type Waiting = RowOf<typeof pendingRewards>;

/** In one order, so that two transactions wait for each other instead of failing. */
export const addToWeek = defineStatement({
  name: 'invitation.addToWeek',
  text: `insert into invitation_weeks as w (week, inviter_id, asset, amount)
    select date_trunc('week', $1 at time zone 'utc')::date, paid.inviter_id, paid.asset, sum(paid.amount)
    from unnest($2::bigint[], $3::text[], $4::numeric[]) as paid(inviter_id, asset, amount)
    group by paid.inviter_id, paid.asset order by paid.inviter_id, paid.asset
    on conflict (week, inviter_id, asset) do update set amount = w.amount + excluded.amount`,
  params: [timestamptz, arrayOf(int8), arrayOf(text), arrayOf(amount)],
});

/** Takes the sums of up to `$2` members and weeks that ended before `$1`; a second instance finds them gone. */
export const takeWeeks = defineQuery({
  name: 'invitation.takeWeeks',
  text: `with whole as (
      select distinct week, inviter_id from invitation_weeks where week <= ($1 at time zone 'utc')::date - 7 order by 1, 2 limit $2
    ), taken as (
      delete from invitation_weeks i using whole w where i.week = w.week and i.inviter_id = w.inviter_id
      returning i.week, i.inviter_id, i.asset, i.amount
    )
    select week, week + 6 as last_day, inviter_id, asset, amount from taken order by week, inviter_id, asset`,
  params: [timestamptz, int8],
  row: { week: date, lastDay: date, inviterId: int8, asset: text, amount },
});
