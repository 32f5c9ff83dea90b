/** Pays the yield of every day that has ended, each once, and returns the principal with the last one, also after downtime. */
import type { Entry } from '@tern/ledger';
import { type Amount, formatDecimal, subtract } from '@tern/money';
import { dueDays, payoutAt, yieldOfDay, yieldThrough } from '@tern/settlement';
import { postAndPublish } from '../../../kernel/ledger/post-entries.ts';
import { addYields } from '../../../kernel/messaging/daily-yields.ts';
import { notifyMany } from '../../../kernel/messaging/notifications.ts';
import { type DueDeps, processDue } from '../../../kernel/schedule/process-due.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { DAY_MS } from '../../../platform/durations.ts';
import { expiryEntry, orderNoOf, yieldEntry } from './entries.ts';
import { orderEvent } from './publish-order.ts';
import { termOrder } from './rules.ts';
import { dueOrders, insertBatches, insertPayouts, type StoredOrder } from './store.ts';

/** Orders in one transaction. */
const BATCH = 250;

/** Batches at the same time: one is computed while another is posted. */
const WORKERS = 2;

export async function payDueYields(deps: DueDeps): Promise<void> {
  await Promise.all(Array.from({ length: WORKERS }, () => payBatches(deps)));
}

function payBatches(deps: DueDeps): Promise<void> {
  return processDue(deps, BATCH, async (tx, { at, size }) => {
    const orders = await tx.many(dueOrders, [at, size]);
    const { paid, entries } = await payDays(tx, orders, at);
    await notifyPaid(tx, paid, at);
    const ended = paid.map(({ after }) => after).filter(({ state }) => state === 'ended');
    const events = paid.map(({ after }) => orderEvent(after));
    await postAndPublish(tx, [...entries, ...ended.map(expiryEntry)], { at, events });
    return orders.length;
  });
}

/** An order whose due days were paid: as it is now, and what they paid together. */
interface PaidOrder {
  readonly after: StoredOrder;
  readonly amount: Amount;
}

/**
 * Writes the days of these orders that are due at `at` (epoch ms), and returns the entries that pay them. The orders are locked.
 */
export async function payDays(
  tx: Tx,
  orders: readonly StoredOrder[],
  at: number,
): Promise<{ paid: readonly PaidOrder[]; entries: readonly Entry[] }> {
  const paid = orders.map((order) => afterDays(order, at));
  const batches = inBatches(orders.flatMap((order) => daysOf(order, at)));
  if (batches.length === 0) return { paid, entries: [] };
  const ids = await tx.many(insertBatches, [at, batches.length]);
  const days = batches.flatMap((batch, index) =>
    batch.map((day) => ({ ...day, batchId: ids[index]!.id })),
  );
  await insertPayouts(
    tx,
    days.map(({ order, ...payout }) => ({ ...payout, orderId: order.id, paidAt: at })),
  );
  const entries = batches
    .map((batch, index) => yieldEntry(ids[index]!.id, batch))
    .filter(({ postings }) => postings.length > 0);
  return { paid, entries };
}

interface DueDay {
  readonly order: StoredOrder;
  readonly day: number;
  readonly amount: Amount;
  readonly dueAt: number;
}

function daysOf(order: StoredOrder, at: number): DueDay[] {
  const { daily, startsAt, termDays } = termOrder(order, order);
  return dueDays({ startsAt, termDays }, order.paidDays, at).map((day) => ({
    order,
    day,
    amount: yieldOfDay(daily, day),
    dueAt: payoutAt(order, day),
  }));
}

/** At most one day of each member in each, so that each day is a record of its own. */
function inBatches(days: readonly DueDay[]): DueDay[][] {
  const batches: DueDay[][] = [];
  const counts = new Map<number, number>();
  for (const day of days) {
    const { memberId } = day.order;
    const place = counts.get(memberId) ?? 0;
    counts.set(memberId, place + 1);
    (batches[place] ??= []).push(day);
  }
  return batches;
}

/** As the trigger of payouts leaves it. */
function afterDays(order: StoredOrder, at: number): PaidOrder {
  const { daily, startsAt, termDays } = termOrder(order, order);
  const paidDays = dueDays({ startsAt, termDays }, order.paidDays, at).at(-1) ?? order.paidDays;
  const paid = yieldThrough(daily, paidDays);
  const hasEnded = paidDays === termDays;
  const after = {
    ...order,
    paidDays,
    paid,
    nextPayoutAt: hasEnded ? null : payoutAt(order, paidDays + 1),
    state: hasEnded ? 'ended' : 'inTerm',
    endedAt: hasEnded ? at : null,
  };
  return { after, amount: subtract(paid, order.paid) };
}

/** The end of an order has a notice of its own, with its last yield; other yield is reported once a day. */
async function notifyPaid(tx: Tx, paid: readonly PaidOrder[], at: number): Promise<void> {
  const [ended, running] = [
    paid.filter(({ after }) => after.state === 'ended'),
    paid.filter(({ after }) => after.state !== 'ended'),
  ];
  await addYields(
    tx,
    running.map(({ after: { memberId, asset, nextPayoutAt }, amount }) => ({
      memberId,
      asset,
      amount,
      dueAt: (nextPayoutAt ?? at) - DAY_MS,
    })),
  );
  const groups = ended.map(({ after, amount }) => ({
    kind: 'earn.ended' as const,
    values: {
      recordNo: orderNoOf(after),
      name: after.name,
      asset: after.asset,
      amount: formatDecimal(amount),
      principal: formatDecimal(after.principal),
    },
    memberIds: [after.memberId],
    aboutIds: [after.id],
  }));
  await notifyMany(tx, { about: 'earn', groups }, at);
}
