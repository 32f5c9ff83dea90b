/** Attached take profits and stop losses in a batch: they get what the fills of their order bring (ADR 86). */
import {
  type Attached,
  type ConditionalOrder,
  isStarted,
  operatorOf,
} from '../conditional/conditional-order.ts';
import { type AttachedStop, broughtBy } from '../conditional/attached.ts';
import type { PlaceCommand } from '../commands.ts';
import type { Order } from '../order.ts';
import type { Batch } from './batch.ts';

export type AttachedOrder = ConditionalOrder & { readonly attached: Attached };

/** As it is accepted with its order, before the fills of that count. */
export function attachedOrder(
  { memberId, source, attached }: PlaceCommand,
  { kind, side, triggerPrice }: AttachedStop,
  given: Pick<ConditionalOrder, 'id' | 'acceptedPrice' | 'acceptedAfter'> & {
    readonly orderId: number;
    readonly batch: Pick<Batch, 'instrument' | 'now'>;
  },
): AttachedOrder {
  const { id, acceptedPrice, acceptedAfter, orderId, batch } = given;
  return {
    id,
    memberId,
    instrumentId: batch.instrument.id,
    kind,
    side,
    watches: attached!.watches,
    operator: operatorOf(kind, side),
    triggerPrice,
    rate: undefined,
    startPrice: undefined,
    bestPrice: undefined,
    place: id,
    limitPrice: undefined,
    quantity: undefined,
    budget: undefined,
    status: 'waiting',
    source,
    clientOrderId: undefined,
    acceptedPrice,
    acceptedAfter,
    met: undefined,
    orderId: undefined,
    rejection: undefined,
    attached: { orderId, ended: undefined },
    createdAt: batch.now,
    updatedAt: batch.now,
  };
}

/**
 * After a fill or the end of its order; undefined where nothing changes. `newest`: the number of the newest price of what it watches, after
 * which it counts prices if it starts now.
 */
export function attachedAfter(
  stop: AttachedOrder,
  order: Order,
  { batch, newest }: { batch: Pick<Batch, 'instrument' | 'now'>; newest: number | undefined },
): AttachedOrder | undefined {
  const brought = broughtBy(order, batch.instrument);
  if (brought !== undefined) {
    const { quantity, budget } = brought;
    if (quantity === stop.quantity && budget === stop.budget) return undefined;
    const acceptedAfter = isStarted(stop) ? stop.acceptedAfter : newest;
    return { ...stop, quantity, budget, acceptedAfter, updatedAt: batch.now };
  }
  return order.status === 'open' ? undefined : endedAs(stop, 'unfilled', batch.now);
}

export const endedAs = (
  stop: AttachedOrder,
  ended: NonNullable<Attached['ended']>,
  now: number,
): AttachedOrder => ({
  ...stop,
  attached: { ...stop.attached, ended },
  status: 'cancelled',
  met: undefined,
  updatedAt: now,
});
