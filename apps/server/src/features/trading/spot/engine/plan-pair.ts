/** OCO in a batch: its limit order rests in the book and reserves the amount of both ends (ADR 74). */
import { type Amount, type Price, ZERO } from '@tern/money';
import { met } from '../conditional/check-conditional.ts';
import type { Pair } from '../conditional/conditional-order.ts';
import type { CancelCommand, PlaceCommand, PlaceConditionalCommand } from '../commands.ts';
import type { Order, Trade } from '../order.ts';
import type { Side } from '../rules.ts';

/** What a batch of orders offers to the triggers. */
export interface OrderPlanner {
  readonly trades: readonly Trade[];
  /** What the order lacks of the asset that it pays with. @throws the refusals of `checkedOrder` */
  missingFunds(command: PlaceCommand): { needed: Amount; available: Amount } | undefined;
  place(command: PlaceCommand): Order;
  /** An order of this batch, or one that was open before it. */
  find(id: number): Order | undefined;
  /** The best price of the other side of the book, if a limit order at this price would trade with it; of a price off the ticks none. */
  offerAt(side: Side, price: Price): Price | undefined;
  /** Cancels an order if it is open, not the stop that is its other end. */
  withdraw(orderId: number): void;
  /** @throws not-found for another member's order, order-closed for one that is not open */
  cancel(command: CancelCommand): Order;
}

/**
 * Places the limit order; it must not trade at that moment. `current`: the newest price of what the stop watches.
 * @throws condition-met, and the refusals of an order; nothing has changed then
 */
export function placePair(
  { memberId, source, terms, targetPrice }: PlaceConditionalCommand & { targetPrice: Price },
  { current, orders }: { current: Price; orders: OrderPlanner },
): Pair {
  const { side, quantity } = terms;
  const isMet = side === 'buy' ? current <= targetPrice : current >= targetPrice;
  const offer = isMet ? current : orders.offerAt(side, targetPrice);
  if (offer !== undefined) throw met('price', offer);
  const { id } = orders.place({
    kind: 'place',
    memberId,
    side,
    type: 'limit',
    limitPrice: targetPrice,
    quantity,
    budget: undefined,
    source,
    key: undefined,
  });
  return { orderId: id, price: targetPrice, filled: ZERO };
}
