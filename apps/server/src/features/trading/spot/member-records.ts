/** Spot orders as records of their member, for conversations with support. */
import { ZERO } from '@tern/money';
import type { InstrumentRegistry } from '../../../kernel/catalog/instruments.ts';
import type { MemberRecord, RecordSource } from '../../../kernel/requests/member-records.ts';
import { pageOf } from '../../../kernel/requests/page.ts';
import { type Order, type OrderStatus, statusCodes } from './order.ts';
import { findOrder, findOrders, orderOwner } from './store.ts';

const STATES = {
  open: 'open',
  filled: 'completed',
  cancelled: 'cancelled',
} as const satisfies Record<OrderStatus, MemberRecord['state']>;

/** The amount is the quantity in the base asset, of a market buy what it may spend. */
export function orderRecords(instruments: InstrumentRegistry): RecordSource {
  const recordOf = (order: Order): MemberRecord => {
    const { base = '', quote = '' } = instruments.findById(order.instrumentId) ?? {};
    const spends = order.quantity === undefined;
    return {
      id: order.id,
      recordNo: String(order.id),
      asset: spends ? quote : base,
      amount: (spends ? order.budget : order.quantity) ?? ZERO,
      state: STATES[order.status],
      createdAt: order.createdAt,
      canCancel: order.status === 'open',
      page: '/pages/deal/detail',
    };
  };
  return {
    kind: 'order',
    async list(reader, memberId, limit) {
      const all = {
        statuses: Object.values(statusCodes),
        instrumentId: null,
        side: null,
        type: null,
        since: null,
        until: null,
      };
      const page = pageOf({ pageSize: limit });
      return (await findOrders(reader, { memberId, ...all }, { page, row: recordOf })).list;
    },
    async find(reader, memberId, id) {
      const order = await findOrder(reader, id, memberId);
      return order === undefined ? undefined : recordOf(order);
    },
    ownerOf: async (reader, id) => (await reader.maybe(orderOwner, [id]))?.memberId,
  };
}
