/** Pays the yield of each day of each order once, at its payout time or after downtime; with the last day a term ends. */
import { type Amount, notional, type Price, quantize, subtract, ZERO } from '@tern/money';
import { coinOutput, yieldOfDay } from '@tern/settlement';
import { postAndPublish } from '../../../kernel/ledger/post-entries.ts';
import { addYields } from '../../../kernel/messaging/daily-yields.ts';
import { processDue } from '../../../kernel/schedule/process-due.ts';
import type { Tx } from '../../../platform/database/database.ts';
import type { StakingDeps } from './deps.ts';
import { endEntries, payoutEntries } from './entries.ts';
import { notifyEnded } from './notices.ts';
import { priceOfPayout, symbolOf } from './payout-prices.ts';
import { orderEvents } from './publish-orders.ts';
import { dailyOfOrder, isConverted } from './rules.ts';
import { dueOrder, dueOrders, type PayableOrder } from './store-orders.ts';
import { insertPayouts, type Payout, remaindersOf } from './store-payouts.ts';

/** Orders in one transaction: exchange balances stay locked for a few tens of milliseconds. */
const BATCH = 500;

/** Batches at the same time: one is computed while another is posted. */
const WORKERS = 2;

/** Pays all that is due, oldest payout times first. */
export async function payDue(deps: StakingDeps): Promise<void> {
  const awaited = new Set<string>();
  await Promise.all(Array.from({ length: WORKERS }, () => payThrough(deps, awaited)));
}

/** Coins whose price is awaited are added to `awaited`; their orders are paid by a later run. */
function payThrough(deps: StakingDeps, awaited: Set<string>): Promise<void> {
  return processDue(deps, BATCH, async (tx, { at, size }) => {
    const locked = await tx.many(dueOrders, [at, [...awaited], size]);
    if (locked.length === 0) return 0;
    const oldest = Math.min(...locked.map(({ nextPayoutAt }) => nextPayoutAt));
    const due = locked.filter(({ nextPayoutAt }) => nextPayoutAt === oldest);
    const prices = await pricesFor(tx, deps, due);
    const payable = due.filter((order) => isPayable(order, prices));
    for (const { asset } of due.filter((order) => !payable.includes(order))) awaited.add(asset);
    await pay(tx, payable, { prices, at });
    // Orders with a later payout time may be due as well.
    return size;
  });
}

/** Pays the days of one order that are due, each in its own transaction, except those whose price is awaited. */
export async function payOrderDue(
  deps: StakingDeps,
  { memberId, orderId }: { memberId: number; orderId: number },
): Promise<void> {
  let isPaid = true;
  while (isPaid) {
    isPaid = await deps.database.transaction(async (tx) => {
      const at = deps.clock.now();
      const order = await tx.maybe(dueOrder, [memberId, orderId, at]);
      if (order === undefined) return false;
      const prices = await pricesFor(tx, deps, [order]);
      if (!isPayable(order, prices)) return false;
      await pay(tx, [order], { prices, at });
      return true;
    });
  }
}

/** By coin: its price at the payout time, `awaited`, or null without one. */
type Prices = ReadonlyMap<string, Price | 'awaited' | null>;

async function pricesFor(tx: Tx, deps: StakingDeps, due: readonly PayableOrder[]): Promise<Prices> {
  const prices = new Map<string, Price | 'awaited' | null>();
  for (const { asset, payAsset, nextPayoutAt } of due) {
    if (asset === payAsset || prices.has(asset)) continue;
    const moment = { symbol: symbolOf({ asset, payAsset }), dueAt: nextPayoutAt };
    prices.set(asset, await priceOfPayout(deps, tx, moment));
  }
  return prices;
}

/** Coins for a constant value need a price; a constant coin amount is only worth something at one. */
function isPayable(order: PayableOrder, prices: Prices): boolean {
  const price = prices.get(order.asset);
  return price !== 'awaited' && !(isConverted(order) && price === null);
}

/** Pays one day of each of these orders. All have the same payout time. */
async function pay(
  tx: Tx,
  orders: readonly PayableOrder[],
  { prices, at }: { prices: Prices; at: number },
): Promise<void> {
  const dueAt = orders[0]?.nextPayoutAt;
  if (dueAt === undefined) return;
  const remainders = await remaindersOf(tx, orders.filter(isConverted));
  const paid = orders.map((order) => ({
    order,
    payout: payoutOf(order, { prices, before: remainders.get(order.id) ?? ZERO }),
  }));
  const payouts = paid.map(({ payout }) => payout);
  const batchId = await insertPayouts(tx, payouts, { dueAt, at });
  const ended = paid
    .filter(({ order, payout }) => payout.day === order.termDays)
    .map(({ order, payout }) => ({
      ...order,
      paidAmount: (order.paidAmount + payout.amount) as typeof order.paidAmount,
    }));
  await addYields(
    tx,
    paid.map(({ order: { memberId, asset }, payout }) => ({
      memberId,
      asset,
      amount: payout.amount,
      dueAt,
    })),
  );
  await notifyEnded(tx, ended, at);
  const entries = [...payoutEntries(batchId, paid), ...ended.flatMap(endEntries)];
  const events = orderEvents(orders);
  await postAndPublish(tx, entries, { at: dueAt, publishedAt: at, events });
}

/** `before`: what rounding left of the coins until then. */
function payoutOf(
  order: PayableOrder,
  { prices, before }: { prices: Prices; before: Amount },
): Payout {
  const { id: orderId, memberId, asset, payAsset } = order;
  const day = order.paidDays + 1;
  const yielded = yieldOfDay(dailyOfOrder(order), day);
  const found = asset === payAsset ? undefined : prices.get(asset);
  const price = typeof found === 'bigint' ? found : null;
  const coins =
    isConverted(order) && price !== null
      ? coinOutput(yielded, price, { scale: order.assetScale, before })
      : { amount: yielded, remainder: ZERO };
  const value =
    asset === payAsset
      ? coins.amount
      : price && quantize(notional(price, coins.amount, 'down'), order.payScale, 'down');
  const kept = subtract(coins.remainder, before);
  return { orderId, memberId, day, yielded, price, ...coins, kept, value };
}
