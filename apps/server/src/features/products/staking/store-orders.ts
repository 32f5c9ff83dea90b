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

const COLUMNS = `o.id, o.product_id, o.member_id, o.version, o.kind, o.name, o.asset, o.pay_asset, o.asset_scale, o.pay_scale,
  o.income, o.freezes_output, o.term_days, o.payout_minute, o.penalty_ratio, o.units, o.share_percent, o.share_position,
  o.paid, o.yield_base, o.yield_rate, o.promised, o.state, o.starts_at, o.ends_at, o.next_payout_at, o.paid_days,
  o.paid_amount, o.paid_value, o.closed_at, o.penalty, o.created_at, o.updated_at`;

const order = {
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
} as const;

/** `$1` the member, `$2` kinds, `$3` states; null for all. */
const OF_MEMBER =
  'where o.member_id = $1 and ($2::text[] is null or o.kind = any($2)) and ($3::text[] is null or o.state = any($3))';

export const ordersOf = defineQuery({
  name: 'staking.ordersOf',
  text: `select ${COLUMNS} from staking_orders o ${OF_MEMBER} order by o.id desc limit $4 offset $5`,
  params: [int8, nullable(arrayOf(text)), nullable(arrayOf(text)), int8, int8],
  row: order,
});

export type StoredOrder = RowOf<typeof ordersOf>;

export const countOrders = defineQuery({
  name: 'staking.countOrders',
  text: `select count(*)::int as total from staking_orders o ${OF_MEMBER}`,
  params: [int8, nullable(arrayOf(text)), nullable(arrayOf(text))],
  row: { total: int4 },
});

export const orderOf = defineQuery({
  name: 'staking.orderOf',
  text: `select ${COLUMNS} from staking_orders o where o.member_id = $1 and o.id = $2`,
  params: [int8, int8],
  row: order,
});

/** Payouts of it wait until the transaction ends. */
export const lockedOrderOf = defineQuery({
  name: 'staking.orderForUpdate',
  text: `select ${COLUMNS} from staking_orders o where o.member_id = $1 and o.id = $2 for no key update`,
  params: [int8, int8],
  row: order,
});

/** A machine cannot be redeemed. `$2` the most of them. */
export const runningMachinesOf = defineQuery({
  name: 'staking.runningMachinesOf',
  text: `select ${COLUMNS} from staking_orders o
    where o.member_id = $1 and o.kind <> 'staking' and o.state = 'running' order by o.id desc limit $2`,
  params: [int8, int8],
  row: order,
});

/** Those of `$2`; payouts of them wait until the transaction ends. */
export const lockedMachinesOf = defineQuery({
  name: 'staking.machinesForUpdate',
  text: `select ${COLUMNS} from staking_orders o
    where o.member_id = $1 and o.id = any($2) and o.kind <> 'staking' and o.state = 'running'
    order by o.id for no key update`,
  params: [int8, arrayOf(int8)],
  row: order,
});

const insert = defineQuery({
  name: 'staking.insertOrder',
  text: `insert into staking_orders as o (product_id, member_id, version, kind, name, asset, pay_asset, asset_scale, pay_scale, income,
      freezes_output, term_days, payout_minute, penalty_ratio, units, share_percent, share_position, paid, yield_base,
      yield_rate, promised, state, starts_at, ends_at, next_payout_at, created_at, updated_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24,
      $25, $26, $26)
    returning ${COLUMNS}`,
  params: [
    int8,
    int8,
    int4,
    text,
    text,
    text,
    text,
    int2,
    int2,
    text,
    bool,
    int4,
    int4,
    rate,
    int4,
    nullable(int2),
    nullable(int2),
    amount,
    amount,
    rate,
    amount,
    text,
    nullable(timestamptz),
    nullable(timestamptz),
    nullable(timestamptz),
    timestamptz,
  ],
  row: order,
});

/** An order as it is bought: what happens later is not known yet. */
export type NewOrder = Omit<
  StoredOrder,
  'id' | 'paidDays' | 'paidAmount' | 'paidValue' | 'closedAt' | 'penalty' | 'updatedAt'
>;

/** @throws a check violation when it does not follow from its product; a unique one when the share is held */
export function insertOrder(tx: Tx, bought: NewOrder): Promise<StoredOrder> {
  return tx.one(insert, [
    bought.productId,
    bought.memberId,
    bought.version,
    bought.kind,
    bought.name,
    bought.asset,
    bought.payAsset,
    bought.assetScale,
    bought.payScale,
    bought.income,
    bought.freezesOutput,
    bought.termDays,
    bought.payoutMinute,
    bought.penaltyRatio,
    bought.units,
    bought.sharePercent,
    bought.sharePosition,
    bought.paid,
    bought.yieldBase,
    bought.yieldRate,
    bought.promised,
    bought.state,
    bought.startsAt,
    bought.endsAt,
    bought.nextPayoutAt,
    bought.createdAt,
  ]);
}

/** Starts the term of all shares of a complete machine. */
export const startShares = defineQuery({
  name: 'staking.startShares',
  text: `update staking_orders o set state = 'running', starts_at = $2, next_payout_at = $3, ends_at = $4, updated_at = $5
    where o.product_id = $1 and o.state = 'pending' returning ${COLUMNS}`,
  params: [int8, timestamptz, timestamptz, timestamptz, timestamptz],
  row: order,
});

export const setRefunded = defineQuery({
  name: 'staking.setRefunded',
  text: `update staking_orders o set state = 'refunded', closed_at = $2, updated_at = $2 where o.id = $1 returning ${COLUMNS}`,
  params: [int8, timestamptz],
  row: order,
});

export const setRedeemed = defineQuery({
  name: 'staking.setRedeemed',
  text: `update staking_orders o set state = 'redeemed', next_payout_at = null, closed_at = $2, penalty = $3, updated_at = $2
    where o.id = $1 returning ${COLUMNS}`,
  params: [int8, timestamptz, amount],
  row: order,
});

/** The columns that a payout needs: a hundred thousand orders may be due at one time. */
const PAYABLE = `o.id, o.member_id, o.kind, o.name, o.asset, o.pay_asset, o.asset_scale, o.pay_scale, o.income, o.freezes_output,
  o.term_days, o.paid, o.yield_base, o.yield_rate, o.paid_days, o.paid_amount, o.next_payout_at`;

const payable = {
  id: int8,
  memberId: int8,
  kind: text,
  name: text,
  asset: text,
  payAsset: text,
  assetScale: int2,
  payScale: int2,
  income: text,
  freezesOutput: bool,
  termDays: int4,
  paid: amount,
  yieldBase: amount,
  yieldRate: rate,
  paidDays: int4,
  paidAmount: amount,
  nextPayoutAt: timestamptz,
} as const;

/** Assets `$2` wait for their price. */
const IS_PAYABLE = 'not (o.asset <> o.pay_asset and o.asset = any($2::text[]))';

/**
 * Orders with a payout that is due, at most `$3`, locked; those that another process is paying are skipped. The condition stays
 * true for an order that was paid meanwhile and is due again: otherwise it would be locked and not returned, and each of two
 * processes could leave it to the other.
 */
export const dueOrders = defineQuery({
  name: 'staking.dueOrders',
  text: `select ${PAYABLE} from staking_orders o
    where o.next_payout_at <= $1 and ${IS_PAYABLE}
    order by o.next_payout_at, o.id limit $3 for no key update skip locked`,
  params: [timestamptz, arrayOf(text), int8],
  row: payable,
});

export type PayableOrder = RowOf<typeof dueOrders>;

/** One order if a payout of it is due, locked. */
export const dueOrder = defineQuery({
  name: 'staking.dueOrder',
  text: `select ${PAYABLE} from staking_orders o
    where o.member_id = $1 and o.id = $2 and o.next_payout_at <= $3 for no key update`,
  params: [int8, int8, timestamptz],
  row: payable,
});
