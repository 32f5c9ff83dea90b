/** Notices about orders: one a day for all payouts of that date; start, end and refund of each order. */
import { formatDecimal } from '@tern/money';
import { dateNumber, DAY_MS } from '@tern/settlement';
import { defineNoticeRecord, defineNotices } from '../../kernel/messaging/notice-kinds.ts';
import { notify, notifyMany } from '../../kernel/messaging/notifications.ts';
import { isoTime } from '../../platform/clock.ts';
import type { Tx } from '../../platform/database/database.ts';
import { orderNoOf } from './order-no.ts';
import type { PayableOrder, StoredOrder } from './store-orders.ts';
import { paidBeforeOnDate, type Payout } from './store-payouts.ts';

const stakingNotices = defineNotices({
  /** `day` is a UTC date like `2026-11-22`. */
  'staking.paid': {
    category: 'yield',
    values: { day: 'text' },
    page: '/pages/stake/earningsList',
  },
  'staking.started': { category: 'yield', values: { recordNo: 'text', name: 'text' } },
  /** `amount` is the output of the whole term. */
  'staking.ended': {
    category: 'yield',
    values: { recordNo: 'text', name: 'text', asset: 'text', amount: 'amount' },
  },
  'staking.refunded': {
    category: 'money',
    values: { recordNo: 'text', asset: 'text', amount: 'amount' },
  },
});

declare module '../../kernel/messaging/notice-kinds.ts' {
  interface NoticeCatalogue {
    staking: typeof stakingNotices;
  }
}

defineNoticeRecord('machine', { category: 'yield', page: '/pages/stake/order?kind=machines' });
defineNoticeRecord('staking', { category: 'yield', page: '/pages/stake/order?kind=staking' });

/** The kind of record that a notice links to. */
const aboutOf = (kind: string) => (kind === 'staking' ? 'staking' : 'machine');

/** The first payout of a UTC date tells a member; later ones of that date do not. */
export async function notifyPaid(
  tx: Tx,
  payouts: readonly Payout[],
  { batchId, dueAt, at }: { batchId: number; dueAt: number; at: number },
): Promise<void> {
  const members = [...new Set(payouts.map(({ memberId }) => memberId))];
  const date = dateNumber(dueAt) * DAY_MS;
  const notified = await tx.many(paidBeforeOnDate, [members, date, batchId]);
  const isNotified = new Set(notified.map(({ id }) => id));
  const memberIds = members.filter((id) => !isNotified.has(id));
  if (memberIds.length === 0) return;
  const values = { day: isoTime(date).slice(0, 10) };
  const aboutIds = memberIds.map(() => 0);
  const group = { kind: 'staking.paid' as const, values, memberIds, aboutIds };
  await notifyMany(tx, { about: 'earnings', groups: [group] }, at);
}

/** All shares of a machine are held. */
export async function notifyStarted(
  tx: Tx,
  orders: readonly StoredOrder[],
  at: number,
): Promise<void> {
  const groups = orders.map((order) => ({
    kind: 'staking.started' as const,
    values: { recordNo: orderNoOf(order), name: order.name },
    memberIds: [order.memberId],
    aboutIds: [order.id],
  }));
  await notifyMany(tx, { about: 'machine', groups }, at);
}

export async function notifyEnded(
  tx: Tx,
  orders: readonly PayableOrder[],
  at: number,
): Promise<void> {
  for (const about of ['machine', 'staking']) {
    const groups = orders
      .filter(({ kind }) => aboutOf(kind) === about)
      .map((order) => ({
        kind: 'staking.ended' as const,
        values: {
          recordNo: orderNoOf(order),
          name: order.name,
          asset: order.asset,
          amount: formatDecimal(order.paidAmount),
        },
        memberIds: [order.memberId],
        aboutIds: [order.id],
      }));
    await notifyMany(tx, { about, groups }, at);
  }
}

export async function notifyRefunded(tx: Tx, order: StoredOrder, at: number): Promise<void> {
  const { memberId, payAsset: asset, paid, id } = order;
  const values = { recordNo: orderNoOf(order), asset, amount: formatDecimal(paid) };
  const about = { kind: 'machine', id };
  await notify(tx, { memberId, kind: 'staking.refunded', about, values }, at);
}
