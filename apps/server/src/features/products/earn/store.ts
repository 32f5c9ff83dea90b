/** The SQL of fixed terms: products and orders. */
import type { AssetRegistry } from '../../../kernel/catalog/assets.ts';
import type { Lang } from '../../../kernel/i18n/texts.ts';
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
} from '../../../platform/database/columns.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { defineQuery, defineStatement, type RowOf } from '../../../platform/database/query.ts';
import { defineTable } from '../../../platform/database/table.ts';
import { orderCounts } from '../../../kernel/products/product-table.ts';

export const fixedTerms = defineTable('fixed_terms', {
  id: int8,
  version: int4,
  name: text,
  asset: text,
  content: jsonb<Partial<Record<Lang, string>>>(),
  termDays: int4,
  dailyRate: rate,
  payoutMinute: int4,
  penaltyRatio: rate,
  feeRatio: rate,
  orderMin: amount,
  orderMax: amount,
  state: text,
  createdAt: timestamptz,
  updatedAt: timestamptz,
}).as('p');

/** Open ones first. */
export const allFixedTerms = fixedTerms.select(
  'earn.allFixedTerms',
  `order by p.state = 'open' desc, p.id limit $1 offset $2`,
  [int8, int8],
);

export const countFixedTerms = fixedTerms.count('earn.countFixedTerms', '', []);

export const fixedTermById = fixedTerms.select('earn.fixedTermById', 'where p.id = $1', [int8]);

/** Locked against a change of its terms until the transaction ends. */
export const lockedFixedTermById = fixedTerms.select(
  'earn.fixedTermForShare',
  'where p.id = $1 for share of p',
  [int8],
);

/** A product with its current terms and the decimal places of its asset. */
export type StoredFixedTerm = RowOf<typeof fixedTermById> & { readonly scale: number };

export function withScale(
  assets: AssetRegistry,
  row: RowOf<typeof fixedTermById>,
): StoredFixedTerm {
  return { ...row, scale: assets.get(row.asset).scale };
}

const fixedTermOrders = defineTable('fixed_term_orders', {
  id: int8,
  productId: int8,
  memberId: int8,
  version: int4,
  name: text,
  asset: text,
  scale: int2,
  termDays: int4,
  dailyRate: rate,
  payoutMinute: int4,
  penaltyRatio: rate,
  feeRatio: rate,
  principal: amount,
  startsAt: timestamptz,
  paidDays: int4,
  paid: amount,
  nextPayoutAt: nullable(timestamptz),
  state: text,
  endedAt: nullable(timestamptz),
  penalty: amount,
  fee: amount,
  createdAt: timestamptz,
});

/** A trigger compares its terms and amounts with the product. */
const insert = fixedTermOrders
  .pick('id')
  .insertReturning('earn.insertOrder', [
    'productId',
    'memberId',
    'version',
    'name',
    'asset',
    'scale',
    'termDays',
    'dailyRate',
    'payoutMinute',
    'penaltyRatio',
    'feeRatio',
    'principal',
    'startsAt',
    'nextPayoutAt',
    'createdAt',
  ]);

/** Before its id is known. */
export type NewOrder = Omit<StoredOrder, 'id'>;

export async function insertOrder(tx: Tx, bought: NewOrder): Promise<StoredOrder> {
  return { ...bought, ...(await insert(tx, bought)) };
}

/** Newest first; `$2`: the state, null for all. */
export const ordersOf = fixedTermOrders.select(
  'earn.ordersOf',
  'where member_id = $1 and ($2::text is null or state = $2) order by id desc limit $3 offset $4',
  [int8, nullable(text), int8, int8],
);

export type StoredOrder = RowOf<typeof ordersOf>;

export const countOrders = fixedTermOrders.count(
  'earn.countOrders',
  'where member_id = $1 and ($2::text is null or state = $2)',
  [int8, nullable(text)],
);

export const orderOf = fixedTermOrders.select('earn.orderOf', 'where member_id = $1 and id = $2', [
  int8,
  int8,
]);

export const orderOwner = fixedTermOrders
  .pick('memberId')
  .select('earn.orderOwner', 'where id = $1', [int8]);

export const lockedOrderOf = fixedTermOrders.select(
  'earn.orderOfForUpdate',
  'where member_id = $1 and id = $2 for no key update',
  [int8, int8],
);

export const setRedeemed = defineStatement({
  name: 'earn.setRedeemed',
  text: `update fixed_term_orders set state = 'redeemed', ended_at = $2, next_payout_at = null, penalty = $3, fee = $4 where id = $1`,
  params: [int8, timestamptz, amount, amount],
});

/** Orders with a payout that is due, locked; those that another transaction holds are skipped. */
export const dueOrders = fixedTermOrders.select(
  'earn.dueOrders',
  `where state = 'inTerm' and next_payout_at <= $1
    order by next_payout_at, id limit $2 for no key update skip locked`,
  [timestamptz, int8],
);

/** Returns the ids of `$2` new batches. */
export const insertBatches = defineQuery({
  name: 'earn.insertBatches',
  text: 'insert into fixed_term_payout_batches (created_at) select $1 from generate_series(1, $2::int) returning id',
  params: [timestamptz, int4],
  row: { id: int8 },
});

const fixedTermPayouts = defineTable('fixed_term_payouts', {
  batchId: int8,
  orderId: int8,
  day: int4,
  amount,
  dueAt: timestamptz,
  paidAt: timestamptz,
});

/** A trigger counts the payouts in their orders. */
export const insertPayouts = fixedTermPayouts.insertMany('earn.insertPayouts', [
  'batchId',
  'orderId',
  'day',
  'amount',
  'dueAt',
  'paidAt',
]);

/** Of one order, newest day first. */
export const payoutsOf = fixedTermPayouts
  .omit('batchId', 'orderId')
  .select('earn.payoutsOf', 'where order_id = $1 order by day desc limit $2 offset $3', [
    int8,
    int8,
    int8,
  ]);

export const countPayouts = fixedTermPayouts.count('earn.countPayouts', 'where order_id = $1', [
  int8,
]);

/** The principals of a member's orders, by asset and whether they are in term. */
export const principalsOf = defineQuery({
  name: 'earn.principalsOf',
  text: `select asset, state = 'inTerm' as is_in_term, sum(principal) as invested from fixed_term_orders
    where member_id = $1 group by 1, 2`,
  params: [int8],
  row: { asset: text, isInTerm: bool, invested: amount },
});

/** The yields of a member, by asset and the UTC day they were due on. */
export const yieldsOf = defineQuery({
  name: 'earn.yieldsOf',
  text: `select o.asset, min(p.due_at) as due_at, sum(p.amount) as amount
    from fixed_term_orders o join fixed_term_payouts p on p.order_id = o.id
    where o.member_id = $1 group by o.asset, (p.due_at at time zone 'UTC')::date`,
  params: [int8],
  row: { asset: text, dueAt: timestamptz, amount },
});

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
