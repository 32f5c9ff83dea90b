/** The SQL that the catalogue needs of fixed terms: terms in force, orders, holders, and what is owed by day. */
import { orderCounts } from '../../../kernel/products/product-table.ts';
import { amount, int4, int8, text } from '../../../platform/database/columns.ts';
import { defineQuery } from '../../../platform/database/query.ts';
import { fixedTermOrders } from './store.ts';

/** Of every product with orders: holders have one in term. */
export const { holders, count } = orderCounts('earn', {
  table: 'fixed_term_orders',
  isRunning: "state = 'inTerm'",
});

/** Newest first. */
export const ordersTo = fixedTermOrders
  .pick(
    'id',
    'memberId',
    'asset',
    'principal',
    'termDays',
    'startsAt',
    'state',
    'endedAt',
    'createdAt',
  )
  .select('earn.ordersTo', 'where product_id = $1 order by id desc limit $2 offset $3', [
    int8,
    int8,
    int8,
  ]);

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
