/** The SQL of payouts: one per order and day, which counts itself in its order. */
import type { Amount, Price } from '@tern/money';
import {
  amount,
  arrayOf,
  bool,
  int4,
  int8,
  nullable,
  price,
  text,
  timestamptz,
} from '../../../platform/database/columns.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { defineQuery } from '../../../platform/database/query.ts';

/** The yield of one day of an order. */
export interface Payout {
  orderId: number;
  memberId: number;
  /** 1 for the first day of the term. */
  day: number;
  /** Coins, or a constant value. */
  yielded: Amount;
  /** The coins paid. */
  amount: Amount;
  /** What rounding has left of the coins so far. */
  remainder: Amount;
  /** How much more that is than before: for the rounding account, or less than 0 from it. */
  kept: Amount;
  /** The reference price of the payout time. */
  price: Price | null;
  /** Of the coins, at that price. */
  value: Amount | null;
}

const insert = defineQuery({
  name: 'staking.insertPayouts',
  text: `with batch as (
      insert into staking_payout_batches (due_at, created_at) values ($1, $2) returning id
    ), paid as (
      insert into staking_payouts (batch_id, order_id, member_id, day, due_at, yielded, amount, price, value, remainder)
      select batch.id, p.order_id, p.member_id, p.day, $1, p.yielded, p.amount, p.price, p.value, p.remainder
      from batch, unnest($3::bigint[], $4::bigint[], $5::int[], $6::numeric[], $7::numeric[], $8::numeric[], $9::numeric[], $10::numeric[])
        as p(order_id, member_id, day, yielded, amount, price, value, remainder)
    )
    select id from batch`,
  params: [
    timestamptz,
    timestamptz,
    arrayOf(int8),
    arrayOf(int8),
    arrayOf(int4),
    arrayOf(amount),
    arrayOf(amount),
    arrayOf(nullable(price)),
    arrayOf(nullable(amount)),
    arrayOf(amount),
  ],
  row: { id: int8 },
});

/** Inserts the payouts of one payout time and returns the id of their batch. @throws a check or unique violation */
export async function insertPayouts(
  tx: Tx,
  payouts: readonly Payout[],
  { dueAt, at }: { dueAt: number; at: number },
): Promise<number> {
  const { id } = await tx.one(insert, [
    dueAt,
    at,
    payouts.map(({ orderId }) => orderId),
    payouts.map(({ memberId }) => memberId),
    payouts.map(({ day }) => day),
    payouts.map(({ yielded }) => yielded),
    payouts.map((each) => each.amount),
    payouts.map((each) => each.price),
    payouts.map(({ value }) => value),
    payouts.map(({ remainder }) => remainder),
  ]);
  return id;
}

const remainders = defineQuery({
  name: 'staking.remainders',
  text: `select p.order_id, p.remainder from unnest($1::bigint[], $2::int[]) as o(id, day)
    join staking_payouts p on p.order_id = o.id and p.day = o.day where p.remainder > 0`,
  params: [arrayOf(int8), arrayOf(int4)],
  row: { orderId: int8, remainder: amount },
});

/**
 * What the last payout of each of these orders left of its coins, by order; none: nothing. Read once the orders are locked: the
 * statement that waited for the lock does not see what was paid meanwhile.
 */
export async function remaindersOf(
  tx: Tx,
  orders: readonly { id: number; paidDays: number }[],
): Promise<ReadonlyMap<number, Amount>> {
  if (orders.length === 0) return new Map();
  const found = await tx.many(remainders, [
    orders.map(({ id }) => id),
    orders.map(({ paidDays }) => paidDays),
  ]);
  return new Map(found.map(({ orderId, remainder }) => [orderId, remainder]));
}

/**
 * Earnings of a member: payouts, without frozen ones that an early redemption lost. `$2` kinds, `$3` an order; null for all.
 */
const EARNINGS = `from staking_payouts p join staking_orders o on o.id = p.order_id
  where p.member_id = $1 and not (o.freezes_output and o.state = 'redeemed')
    and ($2::text[] is null or o.kind = any($2)) and ($3::bigint is null or p.order_id = $3)`;

const IS_FROZEN = "o.freezes_output and o.state = 'running'";

export const earningsOf = defineQuery({
  name: 'staking.earningsOf',
  text: `with page as materialized (
      select p.id, p.order_id, o.name, p.due_at, p.batch_id, o.asset, p.amount, p.price, o.pay_asset, p.value, ${IS_FROZEN} as is_frozen
      ${EARNINGS} order by p.due_at desc, p.id desc limit $4 offset $5
    )
    select p.id, p.order_id, p.name, p.due_at, b.created_at, p.asset, p.amount, p.price, p.pay_asset, p.value, p.is_frozen
    from page p join staking_payout_batches b on b.id = p.batch_id order by p.due_at desc, p.id desc`,
  params: [int8, nullable(arrayOf(text)), nullable(int8), int8, int8],
  row: {
    id: int8,
    orderId: int8,
    name: text,
    dueAt: timestamptz,
    createdAt: timestamptz,
    asset: text,
    amount,
    price: nullable(price),
    payAsset: text,
    value: nullable(amount),
    isFrozen: bool,
  },
});

export const countEarnings = defineQuery({
  name: 'staking.countEarnings',
  text: `select count(*)::int as total ${EARNINGS}`,
  params: [int8, nullable(arrayOf(text)), nullable(int8)],
  row: { total: int4 },
});

/** The value of the earnings of each UTC date since `$4`, oldest first. */
export const earningsByDate = defineQuery({
  name: 'staking.earningsByDate',
  text: `select date_trunc('day', p.due_at, 'UTC') as date, coalesce(sum(p.value), 0) as value,
      coalesce(sum(p.value) filter (where ${IS_FROZEN}), 0) as frozen
    ${EARNINGS} and p.due_at >= $4 group by 1 order by 1`,
  params: [int8, nullable(arrayOf(text)), nullable(int8), timestamptz],
  row: { date: timestamptz, value: amount, frozen: amount },
});

/** When the unpaid days of a member's orders were due: the first unpaid one and the term's end. */
export const unpaidSince = defineQuery({
  name: 'staking.unpaidSince',
  text: `select o.next_payout_at, o.ends_at from staking_orders o
    where o.member_id = $1 and ($2::text[] is null or o.kind = any($2)) and ($3::bigint is null or o.id = $3) and o.next_payout_at <= $4`,
  params: [int8, nullable(arrayOf(text)), nullable(int8), timestamptz],
  row: { nextPayoutAt: timestamptz, endsAt: timestamptz },
});
