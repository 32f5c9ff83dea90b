/** Orders, fills and order events in API format. */
import { type Amount, formatDecimal } from '@tern/money';
import type { OutputOf, spotCalls, SpotFillRow, SpotOrderEvent } from '@tern/protocol';
import type { Instrument } from '../../../kernel/catalog/instruments.ts';
import type { MemberEvent } from '../../../kernel/events/member-events.ts';
import { isoTime } from '../../../platform/clock.ts';
import {
  type Order,
  type PlacedBy,
  sideCodes,
  sourceCodes,
  statusCodes,
  timeInForceCodes,
  type Trade,
  typeCodes,
} from './order.ts';
import { averagePrice, cashFor, orderValue } from './rules.ts';

export type OrderRow = OutputOf<typeof spotCalls.upbbbuy>['order'];

const text = (value: bigint | undefined) => formatDecimal(value ?? 0n);

/** What the order paid or received for its fills, in units of the quote asset: never with more places than the asset has (ADR 12). */
export const filledCash = (
  order: Pick<Order, 'side' | 'filledQuote'>,
  { quoteScale }: Instrument,
): Amount => cashFor(order.side, order.filledQuote, quoteScale);

export function orderRow(order: Order, instrument: Instrument): OrderRow {
  return {
    ID: order.id,
    CreatedAt: isoTime(order.createdAt),
    UpdatedAt: isoTime(order.updatedAt),
    orderNo: `S${order.id}`,
    symbol: instrument.symbol,
    base: instrument.base,
    quote: instrument.quote,
    side: sideCodes[order.side],
    type: typeCodes[order.type],
    mprice: text(order.limitPrice),
    mnum: text(order.quantity),
    musdt: text(orderValue(order, instrument.quoteScale)),
    dealNum: text(order.filledQuantity),
    dealTotal: text(filledCash(order, instrument)),
    averagePrice: text(averagePrice(order.filledQuote, order.filledQuantity) as bigint as Amount),
    fee: text(order.fee),
    feeCoin: order.side === 'buy' ? instrument.base : instrument.quote,
    feeRatio: text(order.takerFee),
    status: statusCodes[order.status],
    source: sourceCodes[order.source],
    ...(order.timeInForce === undefined
      ? {}
      : { timeInForce: timeInForceCodes[order.timeInForce] }),
    ...(order.clientOrderId === undefined ? {} : { clientOrderId: order.clientOrderId }),
  };
}

interface Changes {
  inserted: readonly Order[];
  changed: readonly Order[];
  trades: readonly Trade[];
  /** Rows already encoded. */
  rows: ReadonlyMap<Order, OrderRow>;
}

/** One event per order, new ones first, each with its fills in order. */
export function orderEvents(changes: Changes, instrument: Instrument): MemberEvent[] {
  const { inserted, changed, trades, rows } = changes;
  const fills = fillsByOrder(trades);
  const event = (order: Order, isNew: boolean): MemberEvent => {
    const row = rows.get(order) ?? orderRow(order, instrument);
    const ofOrder = fills.get(order.id);
    const data: SpotOrderEvent = {
      ...row,
      ...(isNew ? { isNew } : {}),
      ...(order.conditional === undefined ? {} : { conditional: placedBy(order.conditional) }),
      ...(ofOrder === undefined
        ? {}
        : { fills: ofOrder.map((trade) => fillRow(trade, order.id, row.feeCoin)) }),
    };
    return { memberId: order.memberId, topic: 'spot.order', data };
  };
  return [
    ...inserted.map((order) => event(order, true)),
    ...changed.map((order) => event(order, false)),
  ];
}

const placedBy = ({ id, clientOrderId }: PlacedBy) => ({
  ID: id,
  ...(clientOrderId === undefined ? {} : { clientOrderId }),
});

function fillsByOrder(trades: readonly Trade[]): ReadonlyMap<number, Trade[]> {
  const fills = new Map<number, Trade[]>();
  for (const trade of trades) {
    for (const id of [trade.makerOrderId, trade.takerOrderId]) {
      if (id === undefined) continue;
      const ofOrder = fills.get(id);
      if (ofOrder === undefined) fills.set(id, [trade]);
      else ofOrder.push(trade);
    }
  }
  return fills;
}

/** A fill in API format: one order's view of a trade; role 1 maker, 2 taker. */
export function fillRow(
  trade: Omit<Trade, 'instrumentId' | 'takerSide' | 'makerOrderId' | 'takerOrderId'> & {
    makerOrderId: number | null | undefined;
  },
  orderId: number,
  feeCoin: string,
): SpotFillRow {
  const isMaker = trade.makerOrderId === orderId;
  return {
    ID: trade.id,
    CreatedAt: isoTime(trade.createdAt),
    price: formatDecimal(trade.price),
    quantity: formatDecimal(trade.quantity),
    total: formatDecimal(trade.quoteAmount),
    fee: formatDecimal(isMaker ? trade.makerFee : trade.takerFee),
    feeCoin,
    role: isMaker ? 1 : 2,
  };
}
