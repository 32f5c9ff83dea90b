/** The push of a conditional order that ends without an order: its trigger failed, or it was cancelled before. Pure. */
import { type ConditionalOrderEvent, conditionalKind, conditionalStatus } from '@tern/protocol';
import type { HtxConditionalPush } from '@tern/protocol';
import { rejectionOf, sourceNames } from '../order-shape.ts';
import { timeInForceOf, typeOf } from '../order-types.ts';

/** The numbers of the API. */
const APP = 1;
const ALGO = 3;
const SELL = 2;
const LIMITS: readonly number[] = [conditionalKind.stopLimit, conditionalKind.takeProfitLimit];

/** Undefined while it waits, and for one that placed an order, which has a `creation`. */
export function conditionalPush(
  event: ConditionalOrderEvent,
  accountId: number,
): HtxConditionalPush | undefined {
  const { rejection, status, timeInForce } = event;
  if (status !== conditionalStatus.cancelled && rejection === undefined) return undefined;
  const isLimit = LIMITS.includes(event.kind);
  const isStopLimit = isLimit && event.source !== ALGO;
  const orderSide = event.side === SELL ? 'sell' : 'buy';
  const isByValue = event.mnum === '0';
  return {
    ...(rejection === undefined
      ? { eventType: 'deletion', orderStatus: 'canceled' }
      : { eventType: 'trigger', orderStatus: 'rejected', ...rejectionOf(rejection) }),
    symbol: event.symbol,
    accountId,
    // Other conditional orders have a client order id only.
    ...(isStopLimit && { orderId: event.ID }),
    clientOrderId: event.clientOrderId ?? '',
    orderSource: sourceNames[event.source === APP ? 'app' : 'api'],
    orderSide,
    type: typeOf({
      side: orderSide,
      type: isLimit ? 'limit' : 'market',
      timeInForce: timeInForceOf(timeInForce),
      isStopLimit,
    }),
    orderPrice: event.mprice,
    ...(isByValue ? { orderValue: event.musdt } : { orderSize: event.mnum }),
    stopPrice: event.triggerPrice,
    orderCreateTime: Date.parse(event.CreatedAt),
    lastActTime: Date.parse(event.UpdatedAt),
  };
}
