/** The SQL of due times and their coins. */
import type { Amount } from '@tern/money';
import {
  amount,
  arrayOf,
  bool,
  int2,
  int4,
  int8,
  nullable,
  text,
  timestamptz,
} from '../../../platform/database/columns.ts';
import type { Reader, Tx } from '../../../platform/database/database.ts';
import { defineQuery, defineStatement } from '../../../platform/database/query.ts';
import { defineTable, type TableRow } from '../../../platform/database/table.ts';
import type { Skip } from './rules.ts';

const buys = defineTable('recurring_buys', {
  id: int8,
  planId: int8,
  memberId: int8,
  dueAt: timestamptz,
  amount,
  status: text,
  tryAt: nullable(timestamptz),
  needed: nullable(amount),
  available: nullable(amount),
  createdAt: timestamptz,
  endedAt: nullable(timestamptz),
});

/** A due time as stored; `tryAt` is null when it has ended. */
export type Buy = Omit<TableRow<typeof buys>, 'status'> & { status: 'open' | 'bought' | 'skipped' };

const coins = defineTable('recurring_buy_coins', {
  buyId: int8,
  place: int2,
  instrumentId: int2,
  amount,
  orderId: nullable(int8),
  spent: nullable(amount),
  quantity: nullable(amount),
  fee: nullable(amount),
  skipped: nullable(text),
});

/** One coin of a due time. `amount` and `spent` in USDT, `quantity` (before the fee) and `fee` in the coin. */
export type Coin = Omit<TableRow<typeof coins>, 'skipped'> & { skipped: Skip | null };

const insertOne = buys.insertReturning('recurring-buy.insertBuy', [
  'planId',
  'memberId',
  'dueAt',
  'amount',
  'status',
  'tryAt',
  'createdAt',
  'endedAt',
]);

export const insertBuy = async (
  tx: Tx,
  buy: Omit<Buy, 'id' | 'needed' | 'available'>,
): Promise<Buy> => (await insertOne(tx, buy)) as Buy;

export const insertCoins = coins.insertMany('recurring-buy.insertCoins', [
  'buyId',
  'place',
  'instrumentId',
  'amount',
  'skipped',
]);

const take = buys.update(
  'recurring-buy.takeBuys',
  `try_at = $2 where id in (
      select id from recurring_buys where try_at <= $1 order by try_at, id limit $3 for no key update skip locked
    )`,
  [timestamptz, timestamptz, int8],
);

/** Open ones whose turn is at `now`; nobody else takes them until `until`. */
export const takeBuys = async (
  tx: Tx,
  { now, until, limit }: { now: number; until: number; limit: number },
) => (await tx.many(take, [now, until, limit])) as Buy[];

const openForUpdate = buys.select(
  'recurring-buy.openBuyForUpdate',
  `where id = $1 and status = 'open' for no key update`,
  [int8],
);

/** Undefined when it has ended. */
export const lockOpenBuy = async (tx: Tx, id: number) =>
  (await tx.maybe(openForUpdate, [id])) as Buy | undefined;

const openOfPlan = buys.select(
  'recurring-buy.openBuysOfPlan',
  `where plan_id = $1 and status = 'open' order by id for no key update`,
  [int8],
);

/** Locked. */
export const lockOpenBuysOf = async (tx: Tx, planId: number) =>
  (await tx.many(openOfPlan, [planId])) as Buy[];

const coinsOf = coins.select(
  'recurring-buy.coinsOfBuys',
  'where buy_id = any($1::bigint[]) order by buy_id, place',
  [arrayOf(int8)],
);

/** In the order of the plan. */
export const coinsOfBuys = async (reader: Reader, buyIds: readonly number[]) =>
  (await reader.many(coinsOf, [buyIds])) as Coin[];

const endCoin = defineStatement({
  name: 'recurring-buy.endCoin',
  text: `update recurring_buy_coins set order_id = $3, spent = $4, quantity = $5, fee = $6, skipped = $7
    where buy_id = $1 and instrument_id = $2`,
  params: [
    int8,
    int2,
    nullable(int8),
    nullable(amount),
    nullable(amount),
    nullable(amount),
    nullable(text),
  ],
});

export async function writeCoin(tx: Tx, coin: Coin): Promise<void> {
  const { buyId, instrumentId, orderId, spent, quantity, fee, skipped } = coin;
  await tx.run(endCoin, [buyId, instrumentId, orderId, spent, quantity, fee, skipped]);
}

const write = defineStatement({
  name: 'recurring-buy.writeBuy',
  text: `update recurring_buys set status = $2, try_at = $3, needed = $4, available = $5, ended_at = $6 where id = $1`,
  params: [
    int8,
    text,
    nullable(timestamptz),
    nullable(amount),
    nullable(amount),
    nullable(timestamptz),
  ],
});

export async function writeBuy(tx: Tx, buy: Buy): Promise<void> {
  const { id, status, tryAt, needed, available, endedAt } = buy;
  await tx.run(write, [id, status, tryAt, needed, available, endedAt]);
}

export const buysOfPlan = buys.select(
  'recurring-buy.buysOfPlan',
  'where plan_id = $1 order by due_at desc limit $2 offset $3',
  [int8, int8, int8],
);

export const countBuysOfPlan = buys.count('recurring-buy.countBuysOfPlan', 'where plan_id = $1', [
  int8,
]);

/** What each of these plans has bought of each instrument. */
export const boughtByPlans = defineQuery({
  name: 'recurring-buy.boughtByPlans',
  text: `select b.plan_id, c.instrument_id, sum(c.spent) as spent, sum(c.quantity - c.fee) as quantity
    from recurring_buys b join recurring_buy_coins c on c.buy_id = b.id
    where b.plan_id = any($1::bigint[]) and c.quantity > 0
    group by b.plan_id, c.instrument_id order by b.plan_id, c.instrument_id`,
  params: [arrayOf(int8)],
  row: { planId: int8, instrumentId: int2, spent: amount, quantity: amount },
});

export interface Bought {
  planId: number;
  instrumentId: number;
  /** In USDT. */
  spent: Amount;
  /** Less fees. */
  quantity: Amount;
}

/** How the due times of each of these plans ended: both counts, and the newest `$2`, oldest first. */
export const endsByPlans = defineQuery({
  name: 'recurring-buy.endsByPlans',
  text: `select p.id as plan_id,
      (select count(*)::int from recurring_buys b where b.plan_id = p.id and b.status = 'bought') as done,
      (select count(*)::int from recurring_buys b where b.plan_id = p.id and b.status = 'skipped') as skipped,
      array(select l.is_bought from (
        select b.status = 'bought' as is_bought, b.due_at from recurring_buys b
        where b.plan_id = p.id and b.status <> 'open' order by b.due_at desc limit $2
      ) l order by l.due_at) as latest
    from unnest($1::bigint[]) as p(id)`,
  params: [arrayOf(int8), int8],
  row: { planId: int8, done: int4, skipped: int4, latest: arrayOf(bool) },
});
