/** Fixed-term orders as records of their member, for conversations with support. */
import type { MemberRecord, RecordSource } from '../../../kernel/requests/member-records.ts';
import { orderNoOf } from './entries.ts';
import { orderOf, orderOwner, ordersOf, type StoredOrder } from './store.ts';

const recordOf = (order: StoredOrder): MemberRecord => ({
  id: order.id,
  recordNo: orderNoOf(order),
  asset: order.asset,
  amount: order.principal,
  state: order.state === 'inTerm' ? 'open' : 'completed',
  createdAt: order.createdAt,
  canCancel: false,
  page: '/pages/stake/order?kind=fixed',
});

export const earnRecords: RecordSource = {
  kind: 'earn',
  list: async (reader, memberId, limit) =>
    (await reader.many(ordersOf, [memberId, null, limit, 0])).map(recordOf),
  async find(reader, memberId, id) {
    const order = await reader.maybe(orderOf, [memberId, id]);
    return order === undefined ? undefined : recordOf(order);
  },
  ownerOf: async (reader, id) => (await reader.maybe(orderOwner, [id]))?.memberId,
};
