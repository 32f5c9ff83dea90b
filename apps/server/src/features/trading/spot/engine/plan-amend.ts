/** What an amendment makes of an open limit order: less at the same price keeps its place, anything else gets a new one. */
import { type Amount, formatDecimal, subtract, ZERO } from '@tern/money';
import { Refusal } from '../../../../kernel/requests/refusal.ts';
import type { AmendCommand } from '../commands.ts';
import type { Amendment, Order } from '../order.ts';
import { heldBy } from '../rules.ts';
import type { Batch } from './batch.ts';
import { checkedOrder, refusalOf } from './check-order.ts';

export interface AmendedOrder {
  /** With its new price and quantity; its place is still the former one. */
  readonly order: Order;
  readonly keepsPlace: boolean;
  /** How much more it reserves, or less than 0. */
  readonly more: Amount;
}

/**
 * Undefined where nothing changes.
 * @throws out-of-bounds for a quantity that is not above what is filled, and the refusals of a new order at this price and of
 * this quantity
 */
export function amendedOrder(
  order: Order,
  { limitPrice = order.limitPrice, quantity = order.quantity }: AmendCommand,
  batch: Batch,
): AmendedOrder | undefined {
  const { quoteScale } = batch.instrument;
  const { memberId, side, source, filledQuantity } = order;
  const asNew = { kind: 'place', type: 'limit', memberId, side, limitPrice, quantity } as const;
  checkedOrder({ ...asNew, budget: undefined, source, key: undefined }, batch);
  if (quantity! <= filledQuantity) {
    const filled = formatDecimal(filledQuantity);
    throw new Refusal('out-of-bounds', {
      fields: ['quantity'],
      text: 'order.amendFilled',
      values: { filled },
      data: { bound: { name: 'filled', limit: filled } },
    });
  }
  if (limitPrice === order.limitPrice && quantity === order.quantity) return undefined;
  const amended = { ...order, limitPrice, quantity, updatedAt: batch.now };
  const [before, after] = [reserveOf(order, quoteScale), reserveOf(amended, quoteScale)];
  // A rest worth less than a smallest unit reserves nothing and has no line in the journal, by which the record is replayed.
  if (before === ZERO || after === ZERO) {
    throw refusalOf('min-notional', batch.lastPrice!, batch);
  }
  return {
    order: amended,
    keepsPlace: limitPrice === order.limitPrice && quantity! < order.quantity!,
    more: subtract(after, before),
  };
}

/** The record of a change. */
export function amendmentOf(
  former: Order,
  order: Order,
  { id, keepsPlace, rests }: Pick<Amendment, 'id' | 'keepsPlace' | 'rests'>,
): Amendment {
  return {
    id,
    memberId: order.memberId,
    orderId: order.id,
    former: { price: former.limitPrice!, quantity: former.quantity! },
    price: order.limitPrice!,
    quantity: order.quantity!,
    filledQuantity: former.filledQuantity,
    filledQuote: former.filledQuote,
    place: order.place,
    keepsPlace,
    rests,
    createdAt: order.updatedAt,
  };
}

/** What the open part of a limit order reserves of the asset that it pays with. */
export function reserveOf(order: Order, quoteScale: number): Amount {
  const { side, limitPrice, quantity, filledQuantity, filledQuote } = order;
  const open = subtract(quantity!, filledQuantity);
  return heldBy({ side, price: limitPrice!, open, filledQuote }, quoteScale);
}
