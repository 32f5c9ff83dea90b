/** Mining and staking orders as records of their member, for conversations with support. */
import type { RecordCard } from '@tern/protocol';
import type { MemberRecord, RecordSource } from '../../../kernel/requests/member-records.ts';
import { orderNoOf } from './order-no.ts';
import { orderOf, orderOwner, ordersOf, type StoredOrder } from './store-orders.ts';

const STATES: Readonly<Record<string, RecordCard['state']>> = {
  pending: 'open',
  running: 'open',
  refunded: 'cancelled',
};

const recordOf = (order: StoredOrder): MemberRecord => ({
  id: order.id,
  recordNo: orderNoOf(order),
  asset: order.payAsset,
  amount: order.paid,
  state: STATES[order.state] ?? 'completed',
  createdAt: order.createdAt,
  canCancel: false,
  page: `/pages/stake/order?kind=${order.kind === 'staking' ? 'staking' : 'machines'}`,
});

export const stakingRecords: RecordSource = {
  kind: 'staking',
  list: async (reader, memberId, limit) =>
    (await reader.many(ordersOf, [memberId, null, null, limit, 0])).map(recordOf),
  async find(reader, memberId, id) {
    const order = await reader.maybe(orderOf, [memberId, id]);
    return order === undefined ? undefined : recordOf(order);
  },
  ownerOf: async (reader, id) => (await reader.maybe(orderOwner, [id]))?.memberId,
};
