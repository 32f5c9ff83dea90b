/** Orders in HTX's format. */
import { formatDecimal } from '@tern/money';
import type { HtxOpenOrder, HtxOrder, HtxOrderState } from '@tern/protocol';
import type { Instrument } from '../../../../kernel/catalog/instruments.ts';
import { filledCash, type Order } from '../../../trading/spot/index.ts';

/** HTX's names. */
export const sourceNames = { app: 'spot-web', api: 'spot-api' } as const;

const text = (value: bigint | undefined) => formatDecimal(value ?? 0n);

export function orderState(status: Order['status'], isPartlyFilled: boolean): HtxOrderState {
  if (status === 'filled') return 'filled';
  if (status === 'open') return isPartlyFilled ? 'partial-filled' : 'submitted';
  return isPartlyFilled ? 'partial-canceled' : 'canceled';
}

/** HTX's numbers of order states, returned when an order can no longer be cancelled. */
const stateCodes: Record<HtxOrderState, number> = {
  submitted: 3,
  'partial-filled': 4,
  'partial-canceled': 5,
  filled: 6,
  canceled: 7,
};

export const stateCode = (order: Order): number => stateCodes[stateOf(order)];

const stateOf = (order: Order) => orderState(order.status, order.filledQuantity > 0n);

function basics(order: Order, instrument: Instrument) {
  return {
    id: order.id,
    symbol: instrument.symbol,
    'account-id': order.memberId,
    'client-order-id': order.clientOrderId ?? '',
    amount: text(order.budget ?? order.quantity),
    price: text(order.limitPrice),
    'created-at': order.createdAt,
    'updated-at': order.updatedAt,
    type: `${order.side}-${order.type}`,
    source: sourceNames[order.source],
    state: stateOf(order),
  };
}

export function htxOrder(order: Order, instrument: Instrument): HtxOrder {
  return {
    ...basics(order, instrument),
    'field-amount': text(order.filledQuantity),
    'field-cash-amount': text(filledCash(order, instrument)),
    'field-fees': text(order.fee),
    'finished-at': order.status === 'open' ? 0 : order.updatedAt,
    'canceled-at': order.status === 'cancelled' ? order.updatedAt : 0,
  };
}

export function htxOpenOrder(order: Order, instrument: Instrument): HtxOpenOrder {
  return {
    ...basics(order, instrument),
    'filled-amount': text(order.filledQuantity),
    'filled-cash-amount': text(filledCash(order, instrument)),
    'filled-fees': text(order.fee),
  };
}
