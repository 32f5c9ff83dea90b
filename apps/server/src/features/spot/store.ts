/** The SQL of spot: orders and what a round writes. Own tables only. */
import {
  amount,
  arrayOf,
  int2,
  int8,
  nullable,
  price,
  rate,
  text,
  timestamptz,
} from '../../platform/database/columns.ts';
import type { Reader, Tx } from '../../platform/database/database.ts';
import { defineQuery, type RowOf } from '../../platform/database/query.ts';
import type { Order, Trade } from './order.ts';

export const ORDER_COLUMNS = `id, member_id, instrument_id, side, type, limit_price, quantity, budget, filled_quantity,
  filled_quote, fee, maker_fee_ratio, taker_fee_ratio, status, created_at, updated_at, client_order_id, source`;

export const orderRow = {
  id: int8,
  memberId: int8,
  instrumentId: int2,
  side: int2,
  type: int2,
  limitPrice: nullable(price),
  quantity: nullable(amount),
  budget: nullable(amount),
  filledQuantity: amount,
  filledQuote: amount,
  fee: amount,
  makerFeeRatio: rate,
  takerFeeRatio: rate,
  status: int2,
  createdAt: timestamptz,
  updatedAt: timestamptz,
  clientOrderId: nullable(text),
  source: int2,
} as const;

const orderOfMember = defineQuery({
  name: 'spot.orderOfMember',
  text: `select ${ORDER_COLUMNS} from spot_orders where id = $1 and member_id = $2`,
  params: [int8, int8],
  row: orderRow,
});

const openOrders = defineQuery({
  name: 'spot.openOrders',
  text: `select ${ORDER_COLUMNS} from spot_orders where instrument_id = $1 and status = 1 order by id`,
  params: [int2],
  row: orderRow,
});

const writeRound = defineQuery({
  name: 'spot.write',
  text: `select spot_write(${Array.from({ length: 40 }, (_, index) => `$${index + 1}`).join(', ')})::text as done`,
  params: [
    arrayOf(int2),
    arrayOf(int8),
    arrayOf(text),
    arrayOf(text),
    arrayOf(int8),
    arrayOf(int8),
    arrayOf(int8),
    arrayOf(int2),
    arrayOf(int2),
    arrayOf(int2),
    arrayOf(nullable(price)),
    arrayOf(nullable(amount)),
    arrayOf(nullable(amount)),
    arrayOf(amount),
    arrayOf(amount),
    arrayOf(amount),
    arrayOf(rate),
    arrayOf(rate),
    arrayOf(int2),
    arrayOf(timestamptz),
    arrayOf(timestamptz),
    arrayOf(nullable(text)),
    arrayOf(int2),
    arrayOf(int8),
    arrayOf(amount),
    arrayOf(amount),
    arrayOf(amount),
    arrayOf(int2),
    arrayOf(timestamptz),
    arrayOf(int8),
    arrayOf(int2),
    arrayOf(nullable(int8)),
    arrayOf(nullable(int8)),
    arrayOf(int2),
    arrayOf(price),
    arrayOf(amount),
    arrayOf(amount),
    arrayOf(amount),
    arrayOf(amount),
    arrayOf(timestamptz),
  ],
  row: { done: text },
});

/** rules §12 */
export const sideCodes = { buy: 1, sell: 2 } as const;
export const typeCodes = { limit: 1, market: 2 } as const;
export const sourceCodes = { app: 1, api: 2 } as const;
export const statusCodes = { open: 1, filled: 2, cancelled: 3 } as const;

export function orderOf(row: RowOf<typeof orderOfMember>): Order {
  const {
    makerFeeRatio,
    takerFeeRatio,
    side,
    type,
    status,
    limitPrice,
    quantity,
    budget,
    clientOrderId,
    source,
    ...same
  } = row;
  return {
    ...same,
    side: side === sideCodes.buy ? 'buy' : 'sell',
    type: type === typeCodes.limit ? 'limit' : 'market',
    status:
      status === statusCodes.open ? 'open' : status === statusCodes.filled ? 'filled' : 'cancelled',
    limitPrice: limitPrice ?? undefined,
    quantity: quantity ?? undefined,
    budget: budget ?? undefined,
    clientOrderId: clientOrderId ?? undefined,
    source: source === sourceCodes.api ? 'api' : 'app',
    makerFee: makerFeeRatio,
    takerFee: takerFeeRatio,
  };
}

export async function findOrder(
  reader: Reader,
  id: number,
  memberId: number,
): Promise<Order | undefined> {
  const row = await reader.maybe(orderOfMember, [id, memberId]);
  return row === undefined ? undefined : orderOf(row);
}

/** In the order in which they joined the book. */
export async function findOpenOrders(reader: Reader, instrumentId: number): Promise<Order[]> {
  return (await reader.many(openOrders, [instrumentId])).map(orderOf);
}

/** What a round of batches writes. */
export interface RoundFacts {
  batches: readonly {
    desk: { instrumentId: number; epoch: number };
    before: string;
    name: string;
  }[];
  inserted: readonly Order[];
  changed: readonly Order[];
  trades: readonly Trade[];
}

/**
 * Writes all of it, or nothing.
 * Fails with: a check violation `spot_desks_in_line`, `members_not_frozen` or `spot_orders_still_open`.
 */
export function writeSpot(tx: Tx, facts: RoundFacts): Promise<unknown> {
  const { batches, inserted, changed, trades } = facts;
  return tx.many(writeRound, [
    batches.map(({ desk }) => desk.instrumentId),
    batches.map(({ desk }) => desk.epoch),
    batches.map(({ before }) => before),
    batches.map(({ name }) => name),
    [...new Set(inserted.map((order) => order.memberId))],
    inserted.map((order) => order.id),
    inserted.map((order) => order.memberId),
    inserted.map((order) => order.instrumentId),
    inserted.map((order) => sideCodes[order.side]),
    inserted.map((order) => typeCodes[order.type]),
    inserted.map((order) => order.limitPrice ?? null),
    inserted.map((order) => order.quantity ?? null),
    inserted.map((order) => order.budget ?? null),
    inserted.map((order) => order.filledQuantity),
    inserted.map((order) => order.filledQuote),
    inserted.map((order) => order.fee),
    inserted.map((order) => order.makerFee),
    inserted.map((order) => order.takerFee),
    inserted.map((order) => statusCodes[order.status]),
    inserted.map((order) => order.createdAt),
    inserted.map((order) => order.updatedAt),
    inserted.map((order) => order.clientOrderId ?? null),
    inserted.map((order) => sourceCodes[order.source]),
    changed.map((order) => order.id),
    changed.map((order) => order.filledQuantity),
    changed.map((order) => order.filledQuote),
    changed.map((order) => order.fee),
    changed.map((order) => statusCodes[order.status]),
    changed.map((order) => order.updatedAt),
    trades.map((trade) => trade.id),
    trades.map((trade) => trade.instrumentId),
    trades.map((trade) => trade.makerOrderId ?? null),
    trades.map((trade) => trade.takerOrderId ?? null),
    trades.map((trade) => sideCodes[trade.takerSide]),
    trades.map((trade) => trade.price),
    trades.map((trade) => trade.quantity),
    trades.map((trade) => trade.quoteAmount),
    trades.map((trade) => trade.makerFee),
    trades.map((trade) => trade.takerFee),
    trades.map((trade) => trade.createdAt),
  ]);
}
