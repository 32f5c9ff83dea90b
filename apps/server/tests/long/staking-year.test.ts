/**
 * A year and a half of mining and staking with random downtime and clock jumps, over a leap day and month ends: exactly the
 * postings of the naive model, each once.
 */
import { decimal, formatDecimal, ONE, type Price } from '@tern/money';
import { dateNaively, payoutsNaively } from '@tern/settlement/naive-schedule';
import { yieldsNaively } from '@tern/settlement/naive-yield';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { payDue } from '../../src/features/products/staking/pay-yields.ts';
import { type StoredOrder } from '../../src/features/products/staking/store-orders.ts';
import {
  amount,
  int4,
  int8,
  nullable,
  price,
  text,
  timestamptz,
} from '../../src/platform/database/columns.ts';
import { defineQuery } from '../../src/platform/database/query.ts';
import { DAY_MS, HOUR_MS } from '../../src/platform/durations.ts';
import { type FreshDatabase, freshDatabase } from '../support/database.ts';
import { balanceOf } from '../support/journal.ts';
import { fundedMember, manualClock } from '../support/market.ts';
import {
  faultsOf,
  fundYields,
  listProduct,
  type ProductOver,
  type StakingFloor,
  stakingFloor,
  tryRedeem,
  tryUnits,
} from '../support/staking.ts';

const BEGINS = Date.parse('2027-10-29T14:18:00Z');
const ENDS = Date.parse('2029-03-05T00:00:00Z');
const SEEDS = [1, 2, 3];

/** Small and repeatable: the n-th number of a seed, from 0 to 1. */
function randomOf(seed: number): () => number {
  let state = seed * 2_654_435_761;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

/** The reference price of ETH: another one each day. */
const priceAt = (at: number) =>
  decimal<Price>(String(2_000 + (Math.floor(at / DAY_MS) % 97) * 3.07));

const stored = defineQuery({
  name: 'test.stakingOrders',
  text: `select id, member_id, kind, asset, pay_asset, income, yield_base, yield_rate, payout_minute, term_days, state,
      paid_days, starts_at, closed_at, created_at from staking_orders order by id`,
  params: [],
  row: {
    id: int8,
    memberId: int8,
    kind: text,
    asset: text,
    payAsset: text,
    income: text,
    yieldBase: amount,
    yieldRate: amount,
    payoutMinute: int4,
    termDays: int4,
    state: text,
    paidDays: int4,
    startsAt: timestamptz,
    closedAt: nullable(timestamptz),
    createdAt: timestamptz,
  },
});

const paidTo = defineQuery({
  name: 'test.stakingPayouts',
  text: `select p.day, p.due_at, p.yielded, p.amount, p.price, e.effective_at as posted_at from staking_payouts p
    join ledger_entries e on e.reference = 'stakingpayout:' || p.batch_id
      and e.kind = (select case when o.freezes_output then 7 else 8 end from staking_orders o where o.id = p.order_id)
    where p.order_id = $1 order by p.day`,
  params: [int8],
  row: {
    day: int4,
    dueAt: timestamptz,
    yielded: amount,
    amount,
    price: nullable(price),
    postedAt: timestamptz,
  },
});

const PRODUCTS: readonly (readonly ['sole' | 'value' | 'staking', ProductOver])[] = [
  ['sole', { termDays: 365, dailyOutput: '0.00000333' }],
  ['sole', { termDays: 90, freezesOutput: true, payoutMinute: 719 }],
  ['value', { termDays: 200, payoutMinute: 1_439 }],
  ['staking', { termDays: 60 }],
  ['staking', { termDays: 31, asset: 'ETH', freezesOutput: true, payoutMinute: 1 }],
  ['staking', { termDays: 10, dailyRate: '0.000000123', payoutMinute: 480 }],
];

let fresh: FreshDatabase;

beforeAll(async () => {
  fresh = await freshDatabase();
  await fundYields(fresh.database, { USDT: '10000000', BTC: '1000' });
});

afterAll(() => fresh.drop());

async function year(seed: number): Promise<void> {
  const random = randomOf(seed);
  const clock = manualClock(BEGINS);
  const made = await stakingFloor(fresh.database, clock);
  const floor: StakingFloor = {
    ...made,
    history: { priceAt: async (_reader, _symbol, at) => priceAt(at) },
  };
  const listed = { listedAt: BEGINS };
  const products = await Promise.all(
    PRODUCTS.map(([kind, over]) => listProduct(fresh.database, kind, { ...listed, ...over })),
  );
  const members = await Promise.all(
    Array.from({ length: 4 }, () => fundedMember(fresh.database, { USDT: '100000' })),
  );
  const tick = () => ['btcusdt', 'ethusdt'].forEach((symbol) => floor.tick(symbol, '2000'));
  const pick = <T>(from: readonly T[]) => from[Math.floor(random() * from.length)]!;
  let latest = BEGINS;
  while (latest < ENDS) {
    // Now and then the clock goes back, or the server is away for weeks.
    const jump =
      random() < 0.15 ? -2 * HOUR_MS : DAY_MS * (random() < 0.2 ? 20 * random() : 3 * random());
    clock.set(Math.max(BEGINS, Math.round(latest + jump)));
    latest = Math.max(latest, clock.now());
    tick();
    await Promise.all([payDue(floor), payDue(floor)]);
    if (random() < 0.6) {
      const bought = {
        memberId: pick(members),
        productId: pick(products),
        units: 1 + Math.floor(random() * 3),
      };
      const outcome = await tryUnits(floor, bought);
      if (random() < 0.15 && 'ID' in outcome)
        await tryRedeem(floor, { memberId: bought.memberId, orderId: outcome.ID });
    }
    if (random() < 0.05) await redeemOne(floor, pick);
  }
  clock.set(ENDS + 400 * DAY_MS);
  tick();
  await payDue(floor);
}

async function redeemOne(floor: StakingFloor, pick: <T>(from: readonly T[]) => T): Promise<void> {
  const orders = await fresh.database.many(stored, []);
  const running = orders.filter(({ kind, state }) => kind === 'staking' && state === 'running');
  if (running.length === 0) return;
  const { memberId, id: orderId } = pick(running);
  expect(await tryRedeem(floor, { memberId, orderId })).toMatchObject({ order: { status: 2 } });
}

/**
 * The coins of each day by hand: of a constant value in another coin at the price of the day, cut to eight places; what was cut
 * counts for the next day.
 */
function coinsOf(
  order: Pick<StoredOrder, 'income' | 'asset' | 'payAsset'>,
  values: readonly bigint[],
  days: readonly number[],
): bigint[] {
  if (order.income !== 'value' || order.asset === order.payAsset) {
    return days.map((_, index) => values[index]!);
  }
  const unit = 10n ** 10n;
  let left = 0n;
  return days.map((at, index) => {
    const exact = left + (values[index]! * ONE) / priceAt(at);
    left = exact % unit;
    return exact - left;
  });
}

it.each(SEEDS)(
  'pays what the naive model pays, with downtime and clock jumps of seed %i',
  async (seed) => {
    await year(seed);
    const orders = await fresh.database.many(stored, []);
    const owed = new Map<string, bigint>();
    for (const order of orders) {
      const on = dateNaively(order.createdAt);
      const msOfDay = order.createdAt % DAY_MS;
      const { payoutMinute, termDays, yieldBase: base, yieldRate } = order;
      const model = payoutsNaively(on, { msOfDay, payoutMinute, termDays });
      const scale = order.income === 'value' ? 6 : 8;
      const values = yieldsNaively({ base, rate: yieldRate as never, scale }, termDays);
      const until = order.state === 'redeemed' ? (order.closedAt ?? 0) : Number.POSITIVE_INFINITY;
      const days = model.payouts.filter((at) => at <= until);
      const paid = await fresh.database.many(paidTo, [order.id]);
      expect(order.startsAt).toBe(model.startsAt);
      expect(paid.map(({ day, dueAt, postedAt }) => [day, dueAt, postedAt])).toEqual(
        days.map((at, index) => [index + 1, at, at]),
      );
      expect(paid.map((each) => formatDecimal(each.amount))).toEqual(
        coinsOf(order, values, days).map((coins) => formatDecimal(coins)),
      );
      expect(order.state).toBe(until < Number.POSITIVE_INFINITY ? 'redeemed' : 'ended');
      const isLost = order.state === 'redeemed' && order.asset === 'ETH' && order.termDays === 31;
      const key = `${order.memberId} ${order.asset}`;
      const sum = isLost ? 0n : paid.reduce((total, each) => total + each.amount, 0n);
      owed.set(key, (owed.get(key) ?? 0n) + sum);
    }
    for (const [key, sum] of owed) {
      const [memberId, asset = ''] = key.split(' ');
      if (asset === 'USDT') continue;
      const balance = await balanceOf(fresh.database, Number(memberId), asset);
      expect([key, balance]).toEqual([
        key,
        sum === 0n ? {} : { available: formatDecimal(sum as never) },
      ]);
    }
    expect(orders.length).toBeGreaterThan(60);
    expect(await faultsOf(fresh.database)).toEqual([]);
  },
);
