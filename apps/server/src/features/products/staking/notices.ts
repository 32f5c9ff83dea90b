/** Notices about the start, end and refund of orders. Payouts are reported once a day (`addYields`). */
import { formatDecimal } from '@tern/money';
import { defineNotices } from '../../../kernel/messaging/notice-kinds.ts';
import { notify, notifyMany } from '../../../kernel/messaging/notifications.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { orderNoOf } from './order-no.ts';
import type { PayableOrder, StoredOrder } from './store-orders.ts';

export const stakingNotices = defineNotices(
  {
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
    'staking.givenUp': { category: 'money', values: { recordNo: 'text', name: 'text' } },
  },
  {
    machine: { category: 'yield', page: '/pages/stake/order?kind=machines' },
    staking: { category: 'yield', page: '/pages/stake/order?kind=staking' },
  },
);

declare module '../../../kernel/messaging/notice-kinds.ts' {
  interface NoticeCatalogue {
    staking: typeof stakingNotices;
  }
}

/** The kind of record that a notice links to. */
const aboutOf = (kind: string) => (kind === 'staking' ? 'staking' : 'machine');

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

/** Machines that were given up to close the account. */
export async function notifyGivenUp(
  tx: Tx,
  orders: readonly StoredOrder[],
  at: number,
): Promise<void> {
  const groups = orders.map((order) => ({
    kind: 'staking.givenUp' as const,
    values: { recordNo: orderNoOf(order), name: order.name },
    memberIds: [order.memberId],
    aboutIds: [order.id],
  }));
  await notifyMany(tx, { about: 'machine', groups }, at);
}

export async function notifyRefunded(tx: Tx, order: StoredOrder, at: number): Promise<void> {
  const { memberId, payAsset: asset, paid, id } = order;
  const values = { recordNo: orderNoOf(order), asset, amount: formatDecimal(paid) };
  const about = { kind: 'machine', id };
  await notify(tx, { memberId, kind: 'staking.refunded', about, values }, at);
}
