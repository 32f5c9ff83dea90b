/** The SQL of members' orders. */
import {
  amount,
  arrayOf,
  bool,
  int2,
  int4,
  int8,
  nullable,
  rate,
  text,
  timestamptz,
} from '../../../platform/database/columns.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { defineQuery, type RowOf } from '../../../platform/database/query.ts';
import { defineTable } from '../../../platform/database/table.ts';
import { orderCounts } from '../../../kernel/products/product-table.ts';

const stakingOrders = defineTable('staking_orders', {
  id: int8,
  productId: int8,
  memberId: int8,
  version: int4,
  kind: text,
  name: text,
  asset: text,
  payAsset: text,
  assetScale: int2,
  payScale: int2,
  income: text,
  freezesOutput: bool,
  termDays: int4,
  payoutMinute: int4,
  penaltyRatio: rate,
  units: int4,
  sharePercent: nullable(int2),
  sharePosition: nullable(int2),
  paid: amount,
  yieldBase: amount,
  yieldRate: rate,
  promised: amount,
  state: text,
  startsAt: nullable(timestamptz),
  endsAt: nullable(timestamptz),
  nextPayoutAt: nullable(timestamptz),
  paidDays: int4,
  paidAmount: amount,
  paidValue: amount,
  closedAt: nullable(timestamptz),
  penalty: amount,
  createdAt: timestamptz,
  updatedAt: timestamptz,
}).as('o');

/** `$1` the member, `$2` kinds, `$3` states; null for all. */
const OF_MEMBER =
  'where o.member_id = $1 and ($2::text[] is null or o.kind = any($2)) and ($3::text[] is null or o.state = any($3))';

export const ordersOf = stakingOrders.select(
  'staking.ordersOf',
  `${OF_MEMBER} order by o.id desc limit $4 offset $5`,
  [int8, nullable(arrayOf(text)), nullable(arrayOf(text)), int8, int8],
);

export type StoredOrder = RowOf<typeof ordersOf>;

export const countOrders = stakingOrders.count('staking.countOrders', `${OF_MEMBER}`, [
  int8,
  nullable(arrayOf(text)),
  nullable(arrayOf(text)),
]);

export const orderOf = stakingOrders.select(
  'staking.orderOf',
  'where o.member_id = $1 and o.id = $2',
  [int8, int8],
);

export const orderOwner = stakingOrders
  .pick('memberId')
  .select('staking.orderOwner', 'where o.id = $1', [int8]);

/** Payouts of it wait until the transaction ends. */
export const lockedOrderOf = stakingOrders.select(
  'staking.orderForUpdate',
  'where o.member_id = $1 and o.id = $2 for no key update',
  [int8, int8],
);

/** A machine cannot be redeemed. `$2` the most of them. */
export const runningMachinesOf = stakingOrders.select(
  'staking.runningMachinesOf',
  `where o.member_id = $1 and o.kind <> 'staking' and o.state = 'running' order by o.id desc limit $2`,
  [int8, int8],
);

/** Those of `$2`; payouts of them wait until the transaction ends. */
export const lockedMachinesOf = stakingOrders.select(
  'staking.machinesForUpdate',
  `where o.member_id = $1 and o.id = any($2) and o.kind <> 'staking' and o.state = 'running'
    order by o.id for no key update`,
  [int8, arrayOf(int8)],
);

const insert = stakingOrders.insertReturning(
  'staking.insertOrder',
  [
    'productId',
    'memberId',
    'version',
    'kind',
    'name',
    'asset',
    'payAsset',
    'assetScale',
    'payScale',
    'income',
    'freezesOutput',
    'termDays',
    'payoutMinute',
    'penaltyRatio',
    'units',
    'sharePercent',
    'sharePosition',
    'paid',
    'yieldBase',
    'yieldRate',
    'promised',
    'state',
    'startsAt',
    'endsAt',
    'nextPayoutAt',
    'createdAt',
  ],
  { also: { updatedAt: '$createdAt' } },
);

/** An order as it is bought: what happens later is not known yet. */
export type NewOrder = Parameters<typeof insert>[1];

/** @throws a check violation when it does not follow from its product; a unique one when the share is held */
export const insertOrder = (tx: Tx, bought: NewOrder): Promise<StoredOrder> => insert(tx, bought);

/** Starts the term of all shares of a complete machine. */
export const startShares = stakingOrders.update(
  'staking.startShares',
  `state = 'running', starts_at = $2, next_payout_at = $3, ends_at = $4, updated_at = $5
    where o.product_id = $1 and o.state = 'pending'`,
  [int8, timestamptz, timestamptz, timestamptz, timestamptz],
);

export const setRefunded = stakingOrders.update(
  'staking.setRefunded',
  `state = 'refunded', closed_at = $2, updated_at = $2 where o.id = $1`,
  [int8, timestamptz],
);

export const setRedeemed = stakingOrders.update(
  'staking.setRedeemed',
  `state = 'redeemed', next_payout_at = null, closed_at = $2, penalty = $3, updated_at = $2
    where o.id = $1`,
  [int8, timestamptz, amount],
);

/** The columns that a payout needs: a hundred thousand orders may be due at one time. */
const payable = stakingOrders
  .pick(
    'id',
    'memberId',
    'kind',
    'name',
    'asset',
    'payAsset',
    'assetScale',
    'payScale',
    'income',
    'freezesOutput',
    'termDays',
    'paid',
    'yieldBase',
    'yieldRate',
    'paidDays',
    'paidAmount',
  )
  .with({ nextPayoutAt: timestamptz }, { nextPayoutAt: 'o.next_payout_at' });

/** Assets `$2` wait for their price. */
const IS_PAYABLE = 'not (o.asset <> o.pay_asset and o.asset = any($2::text[]))';

/**
 * Orders with a payout that is due, at most `$3`, locked; those that another process is paying are skipped. The condition stays
 * true for an order that was paid meanwhile and is due again: otherwise it would be locked and not returned, and each of two
 * processes could leave it to the other.
 */
export const dueOrders = payable.select(
  'staking.dueOrders',
  `where o.next_payout_at <= $1 and ${IS_PAYABLE}
    order by o.next_payout_at, o.id limit $3 for no key update skip locked`,
  [timestamptz, arrayOf(text), int8],
);

export type PayableOrder = RowOf<typeof dueOrders>;

/** One order if a payout of it is due, locked. */
export const dueOrder = payable.select(
  'staking.dueOrder',
  'where o.member_id = $1 and o.id = $2 and o.next_payout_at <= $3 for no key update',
  [int8, int8, timestamptz],
);

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
