/** Cancels a member's open order and releases what it still reserves. */
import type { RequestKey } from '../../kernel/requests/idempotency.ts';
import { Refusal } from '../../kernel/requests/refusal.ts';
import type { Reader } from '../../platform/database/database.ts';
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
  const instrumentId = closed?.instrumentId ?? (await instrumentOf(reader, engines, input));
  if (instrumentId === undefined) throw new Refusal('not-found');
  return engines.submit(instrumentId, { kind: 'cancel', ...input });
}

/** The order's instrument; undefined when the member has no such order. */
async function instrumentOf(
  reader: Reader,
  engines: Engines,
  { orderId, memberId }: { orderId: number; memberId: number },
): Promise<number | undefined> {
  const open = engines.findOpen(orderId);
  if (open !== undefined) return open.memberId === memberId ? open.instrumentId : undefined;
  // Also of an order whose engine is in another program.
  return (await findOrder(reader, orderId, memberId))?.instrumentId;
}
