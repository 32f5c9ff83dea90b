/** Audits rewards of invitations: recomputes them from the fees of all trades and swaps. */
import { recordTypes } from '@tern/ledger';
import type { Finding } from './ledger.ts';
import type { Since } from '../kernel/invariants/invariant.ts';
import { int8, text } from '../platform/database/columns.ts';
import type { Reader } from '../platform/database/database.ts';
import { defineQuery } from '../platform/database/query.ts';

const fault = { fault: text } as const;
const { spotBuy, spotSell, exchangeFee } = recordTypes;

const counts = defineQuery({
  name: 'invitations.auditCounts',
  text: `select (select count(*) from invitation_rewards)::int8 as rewards, (select count(*) from invitation_totals)::int8 as totals`,
  params: [],
  row: { rewards: int8, totals: int8 },
});

/** Every side of a trade and every swap up to the rewarded posting, for each member above. */
const EXPECTED = `with recursive above as (
    select m.id as invitee_id, m.invited_by as inviter_id, 1 as level from members m where m.invited_by is not null
    union all
    select a.invitee_id, m.invited_by, a.level + 1 from above a join members m on m.id = a.inviter_id
    where a.level < 3 and m.invited_by is not null
  ), through as (
    select rewarded_through as id from invitation_progress
  ), traded as (
    select p.subject_id as trade_id, p.owner_id, min(p.effective_at) as charged_at
    from ledger_postings p, through where p.kind in (${spotBuy}, ${spotSell}) and p.owner_id > 0 and p.id <= through.id
    group by p.subject_id, p.owner_id
  ), fees as (
    select 'trade' as source, t.id as source_id, o.member_id as invitee_id, case o.side when 1 then i.base else i.quote end as asset,
      case when o.id = t.maker_order_id then t.maker_fee else t.taker_fee end as fee, p.charged_at
    from spot_trades t
    join spot_orders o on o.id in (t.maker_order_id, t.taker_order_id)
    join instruments i on i.id = t.instrument_id
    join traded p on p.trade_id = t.id and p.owner_id = o.member_id
    union all
    select 'swap', s.id, s.member_id, s.to_asset, s.fee, p.effective_at
    from swaps s
    join ledger_entries e on e.kind = ${exchangeFee} and e.reference = 'swap:' || s.id
    join ledger_postings p on p.entry_id = e.id and p.owner_id = s.member_id, through where p.id <= through.id
  ), expected as (
    select f.source, f.source_id, a.level, a.inviter_id, f.invitee_id, f.asset, f.fee, h.share
    from fees f join above a on a.invitee_id = f.invitee_id
    cross join lateral (select (invitation_shares(f.charged_at))[a.level] as share) h
  ), earned as (
    -- What the rounded sum of a record grows by with each fee.
    select r.*,
      trunc(sum(r.fee) over fees * r.share, c.scale) - trunc((sum(r.fee) over fees - r.fee) * r.share, c.scale) as due
    from invitation_rewards r join assets c on c.code = r.asset
    window fees as (partition by r.batch_id, r.inviter_id, r.level, r.asset, r.share order by r.source, r.source_id, r.invitee_id)
  )`;

const wrongRewards = defineQuery({
  name: 'invitations.auditWrongRewards',
  text: `${EXPECTED}
    select 'the reward of level ' || coalesce(e.level, r.level) || ' for ' || coalesce(e.source, r.source) || ' '
        || coalesce(e.source_id, r.source_id) || ' is ' || coalesce(trim_scale(r.amount)::text, 'missing') || ', not '
        || coalesce(trim_scale(r.due)::text, 'due') as fault
    from (select * from expected where fee * share > 0) e
    full join earned r on (r.source, r.source_id, r.level, r.invitee_id) = (e.source, e.source_id, e.level, e.invitee_id)
    where ((e.inviter_id, e.asset, e.fee, e.share, r.due)
        is distinct from (r.inviter_id, r.asset, r.fee, r.share, r.amount))
      -- A reversed one is not rewarded any more.
      and not (r.id is null and exists (
        select from invitation_reversals v where v.source = e.source and v.source_id = e.source_id))
      -- A closed account earns nothing any more.
      and not (r.id is null and exists (select from members m where m.id = e.inviter_id and m.closed_at is not null))
    limit 20`,
  params: [],
  row: fault,
});

/** Each reward is in the payment of its batch or waits, and each reversed payment takes back one whole reward. */
const wrongPayments = defineQuery({
  name: 'invitations.auditWrongPayments',
  text: `select 'the payment of batch ' || coalesce(p.batch_id, r.batch_id) || ' to member ' || coalesce(p.inviter_id, r.inviter_id)
        || ' is not the sum of its rewards' as fault
    from (select * from invitation_payments where reversed_id is null) p
    full join (
      select batch_id, inviter_id, level, asset, share, sum(fee) as fee, sum(amount) as amount,
        count(*) filter (where source = 'trade') as trades, count(*) filter (where source = 'swap') as swaps
      from invitation_rewards where id not in (select id from invitation_unpaid_rewards)
      group by batch_id, inviter_id, level, asset, share
      having sum(amount) > 0
    ) r on (r.batch_id, r.inviter_id, r.level, r.asset, r.share) = (p.batch_id, p.inviter_id, p.level, p.asset, p.share)
    where (p.fee, p.amount, p.trades, p.swaps) is distinct from (r.fee, r.amount, r.trades, r.swaps)
    union all
    select 'the reversal of reward ' || p.reversed_id || ' does not follow from it'
    from invitation_payments p
    left join invitation_rewards r on r.id = p.reversed_id
    left join invitation_reversals v on v.source = r.source and v.source_id = r.source_id
    where p.reversed_id is not null and (v.source_id is null
      or (p.inviter_id, p.level, p.asset, p.amount) is distinct from (r.inviter_id, r.level, r.asset, -r.amount))
    union all
    select 'wait ' || w.id || ' of batch ' || w.batch_id || ' is not the sum of its rewards'
    from invitation_waits w
    where w.amount is distinct from (select sum(r.amount) from invitation_rewards r
      where r.batch_id = w.batch_id and r.asset = w.asset and r.id between w.first_reward and w.last_reward)
    limit 20`,
  params: [],
  row: fault,
});

/**
 * Each fee is the one that was charged, once a level, with shares of at most the whole; and each record is at most its share.
 * `which` rewards are examined.
 */
const overpaidOf = (
  which: string,
) => `select 'rewards for ' || r.source || ' ' || r.source_id || ' of member ' || r.invitee_id || ' exceed their share of its fee' as fault
    from (
      select i.*, sum(i.fee) over record as fees, sum(i.amount) over record as paid
      from invitation_rewards i where ${which}
      window record as (partition by i.batch_id, i.inviter_id, i.level, i.asset, i.share)
    ) r
    join assets a on a.code = r.asset
    left join spot_trades t on r.source = 'trade' and t.id = r.source_id
    left join swaps s on r.source = 'swap' and s.id = r.source_id
    group by r.source, r.source_id, r.invitee_id
    having sum(r.share) > 1 or min(r.fee) <> max(r.fee) or count(distinct r.level) <> count(*)
      or not coalesce(min(r.fee) in (min(t.maker_fee), min(t.taker_fee), min(s.fee)), false)
      or bool_or(r.paid > r.fees * r.share or r.amount >= r.fee * r.share + power(10::numeric, -a.scale))
    limit 20`;

const overpaid = defineQuery({
  name: 'invitations.auditOverpaid',
  text: overpaidOf('true'),
  params: [],
  row: fault,
});

/** Of entries after `$1`. A query of its own: as an alternative to all rewards, they would be found by reading all. */
const newOverpaid = defineQuery({
  name: 'invitations.newOverpaid',
  text: overpaidOf(`i.batch_id in (
        select split_part(e.reference, ':', 2)::bigint from ledger_entries e where e.id > $1 and e.reference like 'reward:%'
        union all
        select w.batch_id from ledger_entries e join invitation_waits w on w.id = split_part(e.reference, ':', 2)::bigint
        where e.id > $1 and e.reference like 'rewardwait:%')`),
  params: [int8],
  row: fault,
});

const wrongTotals = defineQuery({
  name: 'invitations.auditWrongTotals',
  text: `select 'member ' || coalesce(t.inviter_id, r.inviter_id) || ' is said to have received ' || coalesce(trim_scale(t.amount)::text, 'no')
        || ' ' || coalesce(t.asset, r.asset) || ' for member ' || coalesce(t.invitee_id, r.invitee_id) || ', not '
        || coalesce(trim_scale(r.amount)::text, 'none') as fault
    from invitation_totals t
    full join (
      select r.inviter_id, r.invitee_id, r.asset, r.level, sum(r.amount + coalesce(p.amount, 0)) as amount
      from invitation_rewards r left join invitation_payments p on p.reversed_id = r.id
      where r.amount > 0 and r.id not in (select id from invitation_unpaid_rewards)
      group by r.inviter_id, r.invitee_id, r.asset, r.level
    ) r on (r.inviter_id, r.invitee_id, r.asset) = (t.inviter_id, t.invitee_id, t.asset)
    where (t.level, t.amount) is distinct from (r.level, r.amount)
    limit 20`,
  params: [],
  row: fault,
});

/** Rewards paid since then are within their share of fees that were charged, at most once a level. */
export const findOverpaidRewards = async (reader: Reader, { entry }: Since) =>
  (await reader.many(newOverpaid, [entry])).map((each) => each.fault);

/** `reader` should be a snapshot. */
export async function auditInvitations(reader: Reader): Promise<Finding[]> {
  const { rewards, totals } = await reader.one(counts, []);
  const faultsOf = async (query: typeof wrongRewards) =>
    (await reader.many(query, [])).map((each) => each.fault);
  return [
    {
      rule: 'every fee of an invited member was rewarded once for each level, by the shares of its time',
      checked: rewards,
      faults: [
        ...(await faultsOf(wrongRewards)),
        ...(await faultsOf(wrongPayments)),
        ...(await faultsOf(overpaid)),
      ],
    },
    {
      rule: 'the totals of invitations are the sums of their rewards',
      checked: totals,
      faults: await faultsOf(wrongTotals),
    },
  ];
}
