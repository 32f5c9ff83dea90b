/** The message after placing or cancelling an order, with its figures; pure. */
import { formatDecimal, parseDecimal } from '@tern/money';
import { averageOf, type Order, quantityOf, stateOf } from './order-view.ts';

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
  Order,
  'side' | 'type' | 'status' | 'limitPrice' | 'quantity' | 'filledQuantity' | 'averagePrice'
>;

/** The outcome in the answer to placing an order. */
export function placeOutcome(order: Facts): Outcome {
  const { limitPrice, quantity, filledQuantity } = order;
  const price = averageOf(order);
  if (price === undefined) {
    if (order.type === 'market') return { key: 'nothingFilled' };
    return { key: order.side === 'buy' ? 'buyRests' : 'sellRests', quantity, price: limitPrice };
  }
  const filled = {
    key: order.side === 'buy' ? 'bought' : 'sold',
    quantity: filledQuantity,
    price,
  } as const;
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
  const left = asked - (parseDecimal(order.filledQuantity) ?? 0n);
  return {
    key: order.side === 'buy' ? 'buyCancelled' : 'sellCancelled',
    quantity: formatDecimal(left),
    price: order.limitPrice,
  };
}
