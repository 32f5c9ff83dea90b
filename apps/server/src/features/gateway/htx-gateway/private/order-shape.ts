/** Orders in HTX's format. */
import { formatDecimal } from '@tern/money';
import type { HtxOpenOrder, HtxOrder, HtxOrderState } from '@tern/protocol';
import type { Instrument } from '../../../../kernel/catalog/instruments.ts';
import { textOf, type TextKey } from '../../../../kernel/i18n/texts.ts';
import { type ApiOrder, filledCash } from '../../../trading/spot/index.ts';
import { typeOf } from './order-types.ts';

/** HTX's names. */
export const sourceNames = { app: 'spot-web', api: 'spot-api', algo: 'spot-api' } as const;

/** HTX's number of an invalid field. */
const REJECTED = 2002;

/** Why a met condition placed nothing; for missing funds what was there and needed. Amounts as text. */
export function rejectionOf(rejection: {
  code: number;
  coin: string;
  needed: string;
  available: string;
}) {
  const { code, coin, needed, available } = rejection;
  const why = textOf('en', `code.${code}` as TextKey);
  return {
    errCode: REJECTED,
    errMessage: needed === '0' ? why : `${why} (${available} of ${needed} ${coin})`,
  };
}

const text = (value: bigint | undefined) => formatDecimal(value ?? 0n);

export function orderState(status: ApiOrder['status'], isPartlyFilled: boolean): HtxOrderState {
  if (status === 'waiting') return 'created';
  if (status === 'filled') return 'filled';
  if (status === 'open') return isPartlyFilled ? 'partial-filled' : 'submitted';
  return isPartlyFilled ? 'partial-canceled' : 'canceled';
}

/** HTX's numbers of order states, returned when an order can no longer be cancelled. */
const stateCodes: Record<HtxOrderState, number> = {
  created: 1,
  submitted: 3,
  'partial-filled': 4,
  'partial-canceled': 5,
  filled: 6,
  canceled: 7,
};

export const stateCode = (order: ApiOrder): number => stateCodes[stateOf(order)];

const stateOf = (order: ApiOrder) => orderState(order.status, order.filledQuantity > 0n);

/** It can be cancelled. */
export const isOpen = ({ status }: ApiOrder): boolean => status === 'open' || status === 'waiting';

function basics(order: ApiOrder, instrument: Instrument) {
  const { stop } = order;
  return {
    id: order.id,
    symbol: instrument.symbol,
    'account-id': order.memberId,
    'client-order-id': order.clientOrderId ?? '',
    amount: text(order.budget ?? order.quantity),
    price: text(order.limitPrice),
    'created-at': order.createdAt,
    'updated-at': order.updatedAt,
    type: typeOf({ ...order, isStopLimit: stop !== undefined }),
    source: sourceNames[order.source],
    state: stateOf(order),
    ...(stop && { 'stop-price': formatDecimal(stop.price), operator: stop.operator }),
  };
}

export function htxOrder(order: ApiOrder, instrument: Instrument): HtxOrder {
  return {
    ...basics(order, instrument),
    'field-amount': text(order.filledQuantity),
    'field-cash-amount': text(filledCash(order, instrument)),
    'field-fees': text(order.fee),
    'finished-at': isOpen(order) ? 0 : order.updatedAt,
    'canceled-at': order.status === 'cancelled' ? order.updatedAt : 0,
  };
}

export function htxOpenOrder(order: ApiOrder, instrument: Instrument): HtxOpenOrder {
  return {
    ...basics(order, instrument),
    'filled-amount': text(order.filledQuantity),
    'filled-cash-amount': text(filledCash(order, instrument)),
    'filled-fees': text(order.fee),
  };
}
