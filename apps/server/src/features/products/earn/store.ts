/** The SQL of fixed terms: products and orders. */
import type { AssetRegistry } from '../../../kernel/catalog/assets.ts';
import type { Lang } from '../../../kernel/i18n/texts.ts';
import {
  amount,
  arrayOf,
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

const PRODUCT = `select p.id, p.version, p.name, p.asset, p.content, p.term_days, p.daily_rate, p.payout_minute, p.penalty_ratio,
    p.fee_ratio, p.order_min, p.order_max, p.state, p.created_at, p.updated_at
  from fixed_terms p`;

const product = {
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
} as const;

/** Open ones first. */
export const allFixedTerms = defineQuery({
  name: 'earn.allFixedTerms',
  text: `${PRODUCT} order by p.state = 'open' desc, p.id limit $1 offset $2`,
  params: [int8, int8],
  row: product,
});

export const countFixedTerms = defineQuery({
  name: 'earn.countFixedTerms',
  text: 'select count(*)::int as total from fixed_terms',
  params: [],
  row: { total: int4 },
});

export const fixedTermById = defineQuery({
  name: 'earn.fixedTermById',
  text: `${PRODUCT} where p.id = $1`,
  params: [int8],
  row: product,
});

/** Locked against a change of its terms until the transaction ends. */
export const lockedFixedTermById = defineQuery({
  name: 'earn.fixedTermForShare',
  text: `${PRODUCT} where p.id = $1 for share of p`,
  params: [int8],
  row: product,
});

/** A product with its current terms and the decimal places of its asset. */
export type StoredFixedTerm = RowOf<typeof fixedTermById> & { readonly scale: number };

export function withScale(
  assets: AssetRegistry,
  row: RowOf<typeof fixedTermById>,
): StoredFixedTerm {
  return { ...row, scale: assets.get(row.asset).scale };
}

/** A trigger compares its terms and amounts with the product. */
const insert = defineQuery({
  name: 'earn.insertOrder',
  text: `insert into fixed_term_orders (product_id, member_id, version, name, asset, scale, term_days, daily_rate, payout_minute,
      penalty_ratio, fee_ratio, principal, starts_at, next_payout_at, created_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15) returning id`,
  params: [
    int8,
    int8,
    int4,
    text,
    text,
    int2,
    int4,
    rate,
    int4,
    rate,
    rate,
    amount,
    timestamptz,
    nullable(timestamptz),
    timestamptz,
  ],
  row: { id: int8 },
});

/** Before its id is known. */
export type NewOrder = Omit<StoredOrder, 'id'>;

export async function insertOrder(tx: Tx, bought: NewOrder): Promise<StoredOrder> {
  const { id } = await tx.one(insert, [
    bought.productId,
    bought.memberId,
    bought.version,
    bought.name,
    bought.asset,
    bought.scale,
    bought.termDays,
    bought.dailyRate,
    bought.payoutMinute,
    bought.penaltyRatio,
    bought.feeRatio,
    bought.principal,
    bought.startsAt,
    bought.nextPayoutAt,
    bought.createdAt,
  ]);
  return { ...bought, id };
}

const ORDER = `select id, product_id, member_id, version, name, asset, scale, term_days, daily_rate, payout_minute, penalty_ratio, fee_ratio,
    principal, starts_at, paid_days, paid, next_payout_at, state, ended_at, penalty, fee, created_at
  from fixed_term_orders`;

const order = {
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
} as const;

/** Newest first; `$2`: the state, null for all. */
export const ordersOf = defineQuery({
  name: 'earn.ordersOf',
  text: `${ORDER} where member_id = $1 and ($2::text is null or state = $2) order by id desc limit $3 offset $4`,
  params: [int8, nullable(text), int8, int8],
  row: order,
});

export type StoredOrder = RowOf<typeof ordersOf>;

export const countOrders = defineQuery({
  name: 'earn.countOrders',
  text: 'select count(*)::int as total from fixed_term_orders where member_id = $1 and ($2::text is null or state = $2)',
  params: [int8, nullable(text)],
  row: { total: int4 },
});

export const orderOf = defineQuery({
  name: 'earn.orderOf',
  text: `${ORDER} where member_id = $1 and id = $2`,
  params: [int8, int8],
  row: order,
});

export const lockedOrderOf = defineQuery({
  name: 'earn.orderOfForUpdate',
  text: `${ORDER} where member_id = $1 and id = $2 for no key update`,
  params: [int8, int8],
  row: order,
});

export const setRedeemed = defineStatement({
  name: 'earn.setRedeemed',
  text: `update fixed_term_orders set state = 'redeemed', ended_at = $2, next_payout_at = null, penalty = $3, fee = $4 where id = $1`,
  params: [int8, timestamptz, amount, amount],
});

/** Orders with a payout that is due, locked; those that another transaction holds are skipped. */
export const dueOrders = defineQuery({
  name: 'earn.dueOrders',
  text: `${ORDER} where state = 'inTerm' and next_payout_at <= $1
    order by next_payout_at, id limit $2 for no key update skip locked`,
  params: [timestamptz, int8],
  row: order,
});

/** Returns the ids of `$2` new batches. */
export const insertBatches = defineQuery({
  name: 'earn.insertBatches',
  text: 'insert into fixed_term_payout_batches (created_at) select $1 from generate_series(1, $2::int) returning id',
  params: [timestamptz, int4],
  row: { id: int8 },
});

/** A trigger counts the payouts in their orders. */
export const insertPayouts = defineStatement({
  name: 'earn.insertPayouts',
  text: `insert into fixed_term_payouts (batch_id, order_id, day, amount, due_at, paid_at)
    select p.batch_id, p.order_id, p.day, p.amount, p.due_at, $6
    from unnest($1::bigint[], $2::bigint[], $3::int[], $4::numeric[], $5::timestamptz[]) as p(batch_id, order_id, day, amount, due_at)`,
  params: [
    arrayOf(int8),
    arrayOf(int8),
    arrayOf(int4),
    arrayOf(amount),
    arrayOf(timestamptz),
    timestamptz,
  ],
});

/** Of one order, newest day first. */
export const payoutsOf = defineQuery({
  name: 'earn.payoutsOf',
  text: `select day, amount, due_at, paid_at from fixed_term_payouts where order_id = $1 order by day desc limit $2 offset $3`,
  params: [int8, int8, int8],
  row: { day: int4, amount, dueAt: timestamptz, paidAt: timestamptz },
});

export const countPayouts = defineQuery({
  name: 'earn.countPayouts',
  text: 'select count(*)::int as total from fixed_term_payouts where order_id = $1',
  params: [int8],
  row: { total: int4 },
});

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
