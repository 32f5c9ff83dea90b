/** Cancels a member's open order and releases what it still reserves. */
import type { RequestKey } from '../../kernel/requests/idempotency.ts';
import { Refusal } from '../../kernel/requests/refusal.ts';
import type { Reader } from '../../platform/database/database.ts';
import type { MatchingEngine } from './engine/engine.ts';
import type { Engines } from './engines.ts';
import type { OrderRow } from './order-rows.ts';
import { findOrder } from './store.ts';

/** Fails with: not-found, also for another member's order; order-closed. */
export async function cancelOrder(
  reader: Reader,
  engines: Engines,
  input: { memberId: number; orderId: number; key: RequestKey | undefined },
): Promise<{ order: OrderRow }> {
  const closed = engines.findClosed(input.orderId);
  if (closed !== undefined && closed.memberId !== input.memberId) throw new Refusal('not-found');
  // An earlier request with this key may have closed the order; the engine then returns its answer.
  if (closed !== undefined && input.key === undefined) throw new Refusal('order-closed');
  const engine = closed
    ? engines.findById(closed.instrumentId)
    : await engineOf(reader, engines, input);
  if (engine === undefined) throw new Refusal('not-found');
  return engine.submit({ kind: 'cancel', ...input });
}

/** The engine of the order's instrument; undefined when the member has no such order. */
async function engineOf(
  reader: Reader,
  engines: Engines,
  { orderId, memberId }: { orderId: number; memberId: number },
): Promise<MatchingEngine | undefined> {
  const open = engines.findOpen(orderId);
  if (open !== undefined) return open.order.memberId === memberId ? open.engine : undefined;
  const order = await findOrder(reader, orderId, memberId);
  return order && engines.findById(order.instrumentId);
}
