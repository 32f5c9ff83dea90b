/** The message after placing or cancelling an order, with its figures; pure. */
import { formatDecimal, parseDecimal } from '@tern/money';
import type { OrderRow } from './order-pages.ts';
import { averageOf, isBuy, isMarketOrder, quantityOf, stateOf } from './order-view.ts';

export interface Figures {
  /** In base, exact text. */
  quantity: string;
  /** In quote, exact text. */
  price: string;
}

export type Outcome =
  | { key: 'nothingFilled' }
  | (Figures & {
      key: 'bought' | 'sold' | 'buyRests' | 'sellRests' | 'buyCancelled' | 'sellCancelled';
      /** What happened to the part that did not fill immediately. */
      rest?: 'restOpen' | 'restReleased';
    });

type Facts = Pick<
  OrderRow,
  'side' | 'type' | 'status' | 'mprice' | 'mnum' | 'dealNum' | 'averagePrice'
>;

/** The outcome in the answer to placing an order. */
export function placeOutcome(order: Facts): Outcome {
  const { mprice, mnum, dealNum } = order;
  const price = averageOf(order);
  if (price === undefined) {
    if (isMarketOrder(order)) return { key: 'nothingFilled' };
    return { key: isBuy(order) ? 'buyRests' : 'sellRests', quantity: mnum, price: mprice };
  }
  const filled = { key: isBuy(order) ? 'bought' : 'sold', quantity: dealNum, price } as const;
  switch (stateOf(order)) {
    case 'filled':
      return filled;
    case 'cancelled':
      return { ...filled, rest: 'restReleased' };
    default:
      return { ...filled, rest: 'restOpen' };
  }
}

/** What a cancelled order will no longer buy or sell. */
export function cancelOutcome(order: Facts): Outcome {
  const asked = parseDecimal(quantityOf(order)) ?? 0n;
  const left = asked - (parseDecimal(order.dealNum) ?? 0n);
  return {
    key: isBuy(order) ? 'buyCancelled' : 'sellCancelled',
    quantity: formatDecimal(left),
    price: order.mprice,
  };
}
