/** The SQL that the catalogue needs of machines and staking: terms in force, orders, holders, obligations. */
import {
  amount,
  bool,
  int2,
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
export const putProduct = defineStatement({
  name: 'staking.put',
  text: `insert into staking_products (id, version, state, kind, name, content, asset, pay_asset, unit_price, daily_rate, daily_output,
      freezes_output, term_days, payout_minute, penalty_ratio, order_max, token_asset, token_min, shares, listed_at, created_at,
      updated_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $21)
    on conflict (id) do update set version = excluded.version, state = excluded.state, kind = excluded.kind,
      name = excluded.name, content = excluded.content, asset = excluded.asset, pay_asset = excluded.pay_asset,
      unit_price = excluded.unit_price, daily_rate = excluded.daily_rate, daily_output = excluded.daily_output,
      freezes_output = excluded.freezes_output, term_days = excluded.term_days, payout_minute = excluded.payout_minute,
      penalty_ratio = excluded.penalty_ratio, order_max = excluded.order_max, token_asset = excluded.token_asset,
      token_min = excluded.token_min, shares = excluded.shares, listed_at = excluded.listed_at,
      updated_at = excluded.updated_at`,
  params: [
    int8,
    int4,
    text,
    text,
    text,
    jsonb<object>(),
    text,
    text,
    amount,
    nullable(rate),
    nullable(amount),
    bool,
    int4,
    int4,
    rate,
    int4,
    nullable(text),
    amount,
    nullable(text),
    timestamptz,
    timestamptz,
  ],
});

/** Of every product with orders; holders have orders in term. */
export const productHolders = defineQuery({
  name: 'staking.holders',
  text: `select product_id, count(*)::int as orders,
      (count(distinct member_id) filter (where state in ('pending', 'running')))::int as holders
    from staking_orders group by product_id`,
  params: [],
  row: { productId: int8, orders: int4, holders: int4 },
});

/** Newest first. */
export const ordersOfProduct = defineQuery({
  name: 'staking.ordersOfProduct',
  text: `select id, member_id, pay_asset, paid, state, ends_at, created_at from staking_orders
    where product_id = $1 order by id desc limit $2 offset $3`,
  params: [int8, int8, int8],
  row: {
    id: int8,
    memberId: int8,
    payAsset: text,
    paid: amount,
    state: text,
    endsAt: nullable(timestamptz),
    createdAt: timestamptz,
  },
});

export const countOrdersOfProduct = defineQuery({
  name: 'staking.countOrdersOfProduct',
  text: 'select count(*)::int as total from staking_orders where product_id = $1',
  params: [int8],
  row: { total: int4 },
});

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
