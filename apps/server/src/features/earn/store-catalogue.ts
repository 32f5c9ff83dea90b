/** The SQL that the catalogue needs of fixed terms: terms in force, orders, holders, and what is owed by day. */
import {
  amount,
  int4,
  int8,
  jsonb,
  nullable,
  rate,
  text,
  timestamptz,
} from '../../platform/database/columns.ts';
import { defineQuery, defineStatement } from '../../platform/database/query.ts';

/** The trigger of the table compares the row with the version in force. */
export const putFixedTerm = defineStatement({
  name: 'earn.put',
  text: `insert into fixed_terms as p (id, version, state, name, asset, content, term_days, daily_rate, payout_minute, penalty_ratio,
      fee_ratio, order_min, order_max, created_at, updated_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $14)
    on conflict (id) do update set version = excluded.version, state = excluded.state, name = excluded.name, asset = excluded.asset,
      content = excluded.content, term_days = excluded.term_days, daily_rate = excluded.daily_rate,
      payout_minute = excluded.payout_minute, penalty_ratio = excluded.penalty_ratio, fee_ratio = excluded.fee_ratio,
      order_min = excluded.order_min, order_max = excluded.order_max, updated_at = excluded.updated_at`,
  params: [
    int8,
    int4,
    text,
    text,
    text,
    jsonb<object>(),
    int4,
    rate,
    int4,
    rate,
    rate,
    amount,
    amount,
    timestamptz,
  ],
});

/** Of every product with orders; holders have one in term. */
export const fixedTermHolders = defineQuery({
  name: 'earn.holders',
  text: `select product_id, count(*)::int as orders, (count(distinct member_id) filter (where state = 'inTerm'))::int as holders
    from fixed_term_orders group by product_id`,
  params: [],
  row: { productId: int8, orders: int4, holders: int4 },
});

/** Newest first. */
export const ordersTo = defineQuery({
  name: 'earn.ordersTo',
  text: `select id, member_id, asset, principal, term_days, starts_at, state, ended_at, created_at from fixed_term_orders
    where product_id = $1 order by id desc limit $2 offset $3`,
  params: [int8, int8, int8],
  row: {
    id: int8,
    memberId: int8,
    asset: text,
    principal: amount,
    termDays: int4,
    startsAt: timestamptz,
    state: text,
    endedAt: nullable(timestamptz),
    createdAt: timestamptz,
  },
});

export const countOrdersTo = defineQuery({
  name: 'earn.countOrdersTo',
  text: 'select count(*)::int as total from fixed_term_orders where product_id = $1',
  params: [int8],
  row: { total: int4 },
});

/**
 * What orders in term are still owed, by UTC date (days since 1970) and asset: `obligationsByDay` of settlement for all of them,
 * added up where the rows are.
 */
export const obligationsDue = defineQuery({
  name: 'earn.obligations',
  text: `with running as (
      select o.*, extract(epoch from o.starts_at)::bigint as start from fixed_term_orders o where o.state = 'inTerm'
    ), owed as (
      select ((o.start + d.day::bigint * 86400) / 86400)::int as date, o.asset,
        earn_yield_through(o.principal, o.daily_rate, d.day, o.scale)
          - earn_yield_through(o.principal, o.daily_rate, d.day - 1, o.scale) as payout,
        case when d.day = o.term_days then o.principal else 0 end as principal
      from running o cross join lateral generate_series(o.paid_days + 1, o.term_days) as d(day)
    )
    select date, asset, sum(payout) as payouts, sum(principal) as principals from owed group by date, asset
    having sum(payout) + sum(principal) > 0 order by date, asset`,
  params: [],
  row: { date: int4, asset: text, payouts: amount, principals: amount },
});
