/** An order as the wire shows it (spec §3, rules §12). */
import { type Amount, formatDecimal } from '@tern/money';
import type { OutputOf, spotCalls } from '@tern/protocol';
import type { Instrument } from '../../kernel/instruments.ts';
import { isoTime } from '../../platform/clock.ts';
import type { Order } from './order.ts';
import { averagePrice, cashFor, orderValue } from './rules.ts';
import { sideCodes, sourceCodes, statusCodes, typeCodes } from './store.ts';

export type OrderRow = OutputOf<typeof spotCalls.upbbbuy>['order'];

const text = (value: bigint | undefined) => formatDecimal(value ?? 0n);

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
    dealTotal: text(cashFor(order.side, order.filledQuote, instrument.quoteScale)),
    averagePrice: text(averagePrice(order.filledQuote, order.filledQuantity) as bigint as Amount),
    fee: text(order.fee),
    feeCoin: order.side === 'buy' ? instrument.base : instrument.quote,
    feeRatio: text(order.takerFee),
    status: statusCodes[order.status],
    source: sourceCodes[order.source],
    ...(order.clientOrderId === undefined ? {} : { clientOrderId: order.clientOrderId }),
  };
}
