/** A member's orders and the fills of one of them. */
import type { InputOf, spotCalls } from '@tern/protocol';
import type { InstrumentRegistry } from '../../../kernel/catalog/instruments.ts';
import { pageOf } from '../../../kernel/requests/page.ts';
import { Refusal } from '../../../kernel/requests/refusal.ts';
import type { Reader } from '../../../platform/database/database.ts';
import { fillRow, orderRow } from './order-rows.ts';
import { type Order, statusCodes } from './order.ts';
import { findOrder, findOrders } from './store.ts';
import { findTradesOf } from './store-fills.ts';

type ListInput = InputOf<typeof spotCalls.myBborderList>;

const { open, filled, cancelled } = statusCodes;
/** 4 is "done": filled or cancelled. */
const statusesOf: Record<number, number[]> = {
  0: [open, filled, cancelled],
  [open]: [open],
  [filled]: [filled],
  [cancelled]: [cancelled],
  4: [filled, cancelled],
};

/** Newest first. An unknown symbol gives an empty list. */
export function listOrders(
  reader: Reader,
  instruments: InstrumentRegistry,
  request: { memberId: number; input: ListInput },
) {
  const { memberId, input } = request;
  const symbol = input.symbol ?? '';
  const instrumentId = symbol === '' ? null : (instruments.find(symbol)?.id ?? -1);
  const filter = {
    memberId,
    statuses: statusesOf[Number(input.status ?? 0)] ?? [],
    instrumentId,
    side: Number(input.side ?? 0) || null,
    type: Number(input.type ?? 0) || null,
    since: Number(input.since ?? 0) || null,
    until: Number(input.until ?? 0) || null,
  };
  const row = (order: Order) => orderRow(order, instruments.findById(order.instrumentId)!);
  return findOrders(reader, filter, { page: pageOf(input), row });
}

/** @throws not-found for an order that is absent or another member's */
export async function describeOrder(
  reader: Reader,
  instruments: InstrumentRegistry,
  request: { memberId: number; orderId: number },
) {
  const order = await findOrder(reader, request.orderId, request.memberId);
  if (order === undefined) throw new Refusal('not-found');
  const instrument = instruments.findById(order.instrumentId)!;
  const row = orderRow(order, instrument);
  const trades = await findTradesOf(reader, order.id);
  return { rebborder: row, fills: trades.map((trade) => fillRow(trade, order.id, row.feeCoin)) };
}
