/** The SQL that the catalogue needs of machines and staking: terms in force, orders, holders, obligations. */
import { orderCounts } from '../../../kernel/products/product-table.ts';
import {
  amount,
  bool,
  int2,
  int4,
  int8,
  rate,
  text,
  timestamptz,
} from '../../../platform/database/columns.ts';
import { defineQuery } from '../../../platform/database/query.ts';
import { stakingOrders } from './store-orders.ts';

/** Of every product with orders: holders have orders in term. */
export const { holders, count } = orderCounts('staking', {
  table: 'staking_orders',
  isRunning: "state in ('pending', 'running')",
});

/** Newest first. */
export const ordersOfProduct = stakingOrders
  .pick('id', 'memberId', 'payAsset', 'paid', 'state', 'endsAt', 'createdAt')
  .select('staking.ordersOfProduct', 'where product_id = $1 order by id desc limit $2 offset $3', [
    int8,
    int8,
    int8,
  ]);

/** Running orders, equal ones together: their number is `orders`. */
export const runningOrders = defineQuery({
  name: 'staking.runningOrders',
  text: `select kind, yield_asset, yield_scale, pay_asset, freezes_output, term_days, starts_at, paid_days, yield_base, yield_rate,
      paid, count(*)::int as orders
    from staking_orders where state = 'running'
    group by kind, yield_asset, yield_scale, pay_asset, freezes_output, term_days, starts_at, paid_days, yield_base, yield_rate, paid`,
  params: [],
  row: {
    kind: text,
    yieldAsset: text,
    yieldScale: int2,
    payAsset: text,
    freezesOutput: bool,
    termDays: int4,
    startsAt: timestamptz,
    paidDays: int4,
    yieldBase: amount,
    yieldRate: rate,
    paid: amount,
    orders: int4,
  },
});
