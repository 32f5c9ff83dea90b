/** The changes of orders for the replay of the record: what each order was before and after each of them. */
import { spotStatus } from '@tern/protocol';
import { amount, arrayOf, bool, int2, int8, price } from '../platform/database/columns.ts';
import type { Reader } from '../platform/database/database.ts';
import { defineQuery, type RowOf } from '../platform/database/query.ts';

const changesOf = defineQuery({
  name: 'spot.replayChanges',
  text: `select a.id, a.order_id, a.former_price, a.former_quantity, a.price, a.quantity, a.filled_quantity, a.place, a.keeps_place, a.rests, o.status
    from unnest($1::bigint[]) as i(order_id)
    cross join lateral (select * from spot_amendments where order_id = i.order_id order by id) a
    cross join lateral (select status from spot_orders where id = i.order_id limit 1) o order by a.id`,
  params: [arrayOf(int8)],
  row: {
    id: int8,
    orderId: int8,
    formerPrice: price,
    formerQuantity: amount,
    price,
    quantity: amount,
    filledQuantity: amount,
    place: int8,
    keepsPlace: bool,
    rests: bool,
    status: int2,
  },
});
export type OrderChange = RowOf<typeof changesOf>;

const changedOrders = defineQuery({
  name: 'spot.replayChangedOrders',
  text: 'select distinct order_id from spot_amendments',
  params: [],
  row: { orderId: int8 },
});

/** Holds and releases of an order in the replayed part of the record. */
export interface HoldCounts {
  holds: number;
  releases: number;
}

/** Hands out the changes of each order in their order. */
export class OrderChanges {
  private readonly all = new Map<number, OrderChange[]>();
  /** How many of each order are done. */
  private readonly done = new Map<number, number>();

  constructor(changes: readonly OrderChange[]) {
    for (const change of changes) {
      const ofOrder = this.all.get(change.orderId);
      if (ofOrder === undefined) this.all.set(change.orderId, [change]);
      else ofOrder.push(change);
    }
  }

  /** The newest change that is done. */
  last(orderId: number): OrderChange | undefined {
    return this.all.get(orderId)?.[(this.done.get(orderId) ?? 0) - 1];
  }

  next(orderId: number): OrderChange | undefined {
    return this.all.get(orderId)?.[this.done.get(orderId) ?? 0];
  }

  take(orderId: number): void {
    this.done.set(orderId, (this.done.get(orderId) ?? 0) + 1);
  }

  /**
   * Begins after the changes that came before the replayed part, of which every change has a release. Returns whether the
   * order rested before.
   */
  begin(orderId: number, { holds, releases }: HoldCounts): boolean {
    const changes = this.all.get(orderId) ?? [];
    const newest = changes.at(-1);
    // A cancelled order has one more release, unless its last change ended it.
    const isReleased = newest?.status === spotStatus.cancelled && newest.rests;
    const replayed = newest === undefined ? 0 : releases - (isReleased ? 1 : 0);
    this.done.set(orderId, changes.length - replayed);
    const again = changes.slice(changes.length - replayed).filter(({ rests }) => rests).length;
    return holds === again;
  }
}

/** Of these orders. */
export const changesOfOrders = async (reader: Reader, orderIds: readonly number[]) =>
  new OrderChanges(await reader.many(changesOf, [orderIds]));

/** Of all orders. */
export async function allChanges(reader: Reader): Promise<OrderChanges> {
  const changed = await reader.many(changedOrders, []);
  return changesOfOrders(
    reader,
    changed.map(({ orderId }) => orderId),
  );
}
