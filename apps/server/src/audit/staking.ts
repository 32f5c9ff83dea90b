/** Audits machines and staking: orders by the terms of their version, shares held once, payouts of each day. */
import type { Finding } from './ledger.ts';
import { int8, text } from '../platform/database/columns.ts';
import type { Reader } from '../platform/database/database.ts';
import { defineQuery } from '../platform/database/query.ts';

const fault = { fault: text } as const;

const counts = defineQuery({
  name: 'staking.auditCounts',
  text: `select (select count(*) from staking_orders)::int8 as orders, (select count(*) from staking_payouts)::int8 as payouts`,
  params: [],
  row: { orders: int8, payouts: int8 },
});

/** By the version that was in force: a later one does not reach back. */
const wrongTerms = defineQuery({
  name: 'staking.auditWrongTerms',
  text: `select 'order ' || o.id || ' does not follow from version ' || o.version || ' of product ' || o.product_id as fault
    from staking_orders o
    left join product_versions v on v.product_id = o.product_id and v.version = o.version and v.is_open
      and v.state in ('inForce', 'replaced') and o.created_at >= v.effective_at
    cross join lateral (select (v.terms ->> 'unitPrice')::numeric as unit_price) price
    where v.id is null
      or (o.kind, o.name, o.asset, o.pay_asset, o.freezes_output, o.term_days, o.payout_minute, o.penalty_ratio)
        is distinct from (v.terms ->> 'kind', v.terms ->> 'name', v.terms ->> 'asset', v.terms ->> 'payAsset',
          (v.terms ->> 'freezesOutput')::boolean, (v.terms ->> 'termDays')::int, (v.terms ->> 'payoutMinute')::int,
          (v.terms ->> 'penaltyRatio')::numeric)
      or o.paid <> case when o.share_position is null then price.unit_price * o.units
        else staking_round_up(price.unit_price * o.share_percent / 100, o.pay_scale) end
      or (o.yield_base, o.yield_rate) is distinct from (
        coalesce((v.terms ->> 'dailyOutput')::numeric, o.paid),
        coalesce((v.terms ->> 'dailyRate')::numeric, coalesce(o.share_percent / 100.0, o.units)))
      or o.share_position is not null
        and (staking_shares(v.terms ->> 'shares'))[o.share_position] is distinct from o.share_percent
      or o.promised <> staking_yield_through(o.yield_base, o.yield_rate, o.term_days, o.yield_scale)
      or o.ends_at <> o.starts_at + make_interval(hours => 24 * o.term_days)
      or o.penalty <> case when o.state = 'redeemed'
        then least(staking_round_up(o.paid * o.penalty_ratio, o.pay_scale), o.paid) else 0 end
    limit 20`,
  params: [],
  row: fault,
});

/** A machine is in term with all its shares, at the first payout time after the last of them was bought. */
const wrongShares = defineQuery({
  name: 'staking.auditWrongShares',
  text: `select 'machine ' || p.id || ' has ' || count(*) || ' shares held and ' || count(o.starts_at) || ' started, of '
        || cardinality(staking_shares(p.shares)) as fault
    from staking_products p join staking_orders o on o.product_id = p.id and o.share_position is not null and o.state <> 'refunded'
    group by p.id
    having count(distinct o.share_position) <> count(*)
      or count(o.starts_at) <> case when count(*) = cardinality(staking_shares(p.shares)) then count(*) else 0 end
      or min(o.starts_at) <> staking_start(max(o.created_at), min(o.payout_minute))
      or min(o.starts_at) <> max(o.starts_at)
    limit 20`,
  params: [],
  row: fault,
});

/** Each order was paid its first days without a gap, each at its time and by its terms. */
const wrongPayouts = defineQuery({
  name: 'staking.auditWrongPayouts',
  text: `with paid as (
      select order_id, count(*) as days, max(day) as last_day, sum(amount) as amount, coalesce(sum(value), 0) as value
      from staking_payouts group by order_id
    )
    select 'order ' || o.id || ' counts ' || o.paid_days || ' days and ' || trim_scale(o.paid_amount) || ' paid, its payouts are '
        || coalesce(p.days, 0) || ' and ' || trim_scale(coalesce(p.amount, 0)) as fault
    from staking_orders o left join paid p on p.order_id = o.id
    where (o.paid_days, o.paid_days, o.paid_amount, o.paid_value)
        is distinct from (coalesce(p.days, 0), coalesce(p.last_day, 0), coalesce(p.amount, 0), coalesce(p.value, 0))
      or o.state = 'ended' and o.paid_days <> o.term_days
      or o.state = 'running' and o.next_payout_at <> o.starts_at + make_interval(hours => 24 * (o.paid_days + 1))
    union all
    select 'the payout of day ' || p.day || ' of order ' || p.order_id || ' does not follow from its order'
    from staking_payouts p
    left join staking_orders o on o.id = p.order_id and o.member_id = p.member_id
    left join staking_payout_batches b on b.id = p.batch_id and b.due_at = p.due_at
    left join staking_payouts f on f.order_id = p.order_id and f.day = p.day - 1
    cross join lateral (
      select case when o.asset = o.yield_asset then p.yielded else coalesce(f.remainder, 0) + staking_coins(p.yielded, p.price) end as coins
    ) r
    where o.id is null or b.id is null or p.due_at <> o.starts_at + make_interval(hours => 24 * p.day)
      or p.yielded <> staking_yield_through(o.yield_base, o.yield_rate, p.day, o.yield_scale)
        - staking_yield_through(o.yield_base, o.yield_rate, p.day - 1, o.yield_scale)
      or p.amount is distinct from trunc(r.coins, o.asset_scale)
      -- Payouts of earlier releases left nothing for the next day.
      or p.remainder <> r.coins - p.amount
      or p.remainder is not null and p.value is distinct from
        case when o.asset = o.pay_asset then p.amount else trunc(p.amount * p.price, o.pay_scale) end
    limit 20`,
  params: [],
  row: fault,
});

/** `reader` should be a snapshot. */
export async function auditStaking(reader: Reader): Promise<Finding[]> {
  const { orders, payouts } = await reader.one(counts, []);
  const faultsOf = async (query: typeof wrongTerms) =>
    (await reader.many(query, [])).map((each) => each.fault);
  return [
    {
      rule: 'every order of a machine or staking follows from the terms of its version, and each share is held once',
      checked: orders,
      faults: [...(await faultsOf(wrongTerms)), ...(await faultsOf(wrongShares))],
    },
    {
      rule: 'every order was paid each of its days once, by its terms',
      checked: payouts,
      faults: await faultsOf(wrongPayouts),
    },
  ];
}
