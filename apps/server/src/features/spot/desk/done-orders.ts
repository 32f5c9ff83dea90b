/** Orders that ended of late: whoever cancels one of them is refused without a look at the database. */
import type { Order } from '../order.ts';

/** Orders remembered at most. */
const ORDERS_MAX = 50_000;

type Place = Pick<Order, 'memberId' | 'instrumentId'>;

export class DoneOrders {
  private readonly byId = new Map<number, Place>();

  /** Takes those that have ended; an order that has ended stays so. */
  remember(orders: readonly Order[]): void {
    for (const { id, status, memberId, instrumentId } of orders) {
      if (status === 'open') continue;
      if (this.byId.size >= ORDERS_MAX) {
        const [oldest] = this.byId.keys();
        this.byId.delete(oldest!);
      }
      this.byId.set(id, { memberId, instrumentId });
    }
  }

  /** Whose it was and where; undefined says nothing of an order. */
  find(id: number): Place | undefined {
    return this.byId.get(id);
  }
}
