/** The SQL of spot: orders, trades, desks. Own tables only. */
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
import { defineQuery, defineStatement, type RowOf } from '../../platform/database/query.ts';
import type { Order, Trade } from './order.ts';

export const ORDER_COLUMNS = `id, member_id, instrument_id, side, type, limit_price, quantity, budget, filled_quantity,
  filled_quote, fee, maker_fee_ratio, taker_fee_ratio, status, created_at, updated_at, client_order_id`;

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

const insertOrders = defineStatement({
  name: 'spot.insertOrders',
  text: `insert into spot_orders (${ORDER_COLUMNS})
    select * from unnest($1::bigint[], $2::bigint[], $3::smallint[], $4::smallint[], $5::smallint[], $6::numeric[],
      $7::numeric[], $8::numeric[], $9::numeric[], $10::numeric[], $11::numeric[], $12::numeric[], $13::numeric[],
      $14::smallint[], $15::timestamptz[], $16::timestamptz[], $17::text[])`,
  params: [
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
  ],
});

const updateOrders = defineStatement({
  name: 'spot.updateOrders',
  text: `update spot_orders o set filled_quantity = c.filled_quantity, filled_quote = c.filled_quote, fee = c.fee,
      status = c.status, updated_at = c.updated_at
    from unnest($1::bigint[], $2::numeric[], $3::numeric[], $4::numeric[], $5::smallint[], $6::timestamptz[])
      as c(id, filled_quantity, filled_quote, fee, status, updated_at)
    where o.id = c.id and o.status = 1`,
  params: [
    arrayOf(int8),
    arrayOf(amount),
    arrayOf(amount),
    arrayOf(amount),
    arrayOf(int2),
    arrayOf(timestamptz),
  ],
});

const insertTrades = defineStatement({
  name: 'spot.insertTrades',
  text: `insert into spot_trades (id, instrument_id, maker_order_id, taker_order_id, taker_side, price, quantity,
      quote_amount, maker_fee, taker_fee, created_at)
    select * from unnest($1::bigint[], $2::smallint[], $3::bigint[], $4::bigint[], $5::smallint[], $6::numeric[],
      $7::numeric[], $8::numeric[], $9::numeric[], $10::numeric[], $11::timestamptz[])`,
  params: [
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
});

/** rules §12 */
export const sideCodes = { buy: 1, sell: 2 } as const;
export const typeCodes = { limit: 1, market: 2 } as const;
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

export async function writeNewOrders(tx: Tx, orders: readonly Order[]): Promise<void> {
  if (orders.length === 0) return;
  await tx.run(insertOrders, [
    orders.map((order) => order.id),
    orders.map((order) => order.memberId),
    orders.map((order) => order.instrumentId),
    orders.map((order) => sideCodes[order.side]),
    orders.map((order) => typeCodes[order.type]),
    orders.map((order) => order.limitPrice ?? null),
    orders.map((order) => order.quantity ?? null),
    orders.map((order) => order.budget ?? null),
    orders.map((order) => order.filledQuantity),
    orders.map((order) => order.filledQuote),
    orders.map((order) => order.fee),
    orders.map((order) => order.makerFee),
    orders.map((order) => order.takerFee),
    orders.map((order) => statusCodes[order.status]),
    orders.map((order) => order.createdAt),
    orders.map((order) => order.updatedAt),
    orders.map((order) => order.clientOrderId ?? null),
  ]);
}

/** Fails with: a thrown error when an order is no longer open in the database: the desk lost its place. */
export async function writeChangedOrders(tx: Tx, orders: readonly Order[]): Promise<void> {
  if (orders.length === 0) return;
  const written = await tx.run(updateOrders, [
    orders.map((order) => order.id),
    orders.map((order) => order.filledQuantity),
    orders.map((order) => order.filledQuote),
    orders.map((order) => order.fee),
    orders.map((order) => statusCodes[order.status]),
    orders.map((order) => order.updatedAt),
  ]);
  if (written !== orders.length)
    throw new Error('an open order of the book is not open in the database');
}

export async function writeTrades(tx: Tx, trades: readonly Trade[]): Promise<void> {
  if (trades.length === 0) return;
  await tx.run(insertTrades, [
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
