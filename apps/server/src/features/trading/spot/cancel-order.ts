/** Cancels and amends a member's open orders: the order's engine does it. */
import type { RequestKey } from '../../../kernel/requests/idempotency.ts';
import { Refusal } from '../../../kernel/requests/refusal.ts';
import type { Reader } from '../../../platform/database/database.ts';
import type { AmendCommand } from './commands.ts';
import type { Engines } from './engines.ts';
import type { OrderRow } from './order-rows.ts';
import { findOrder } from './store.ts';

/** @throws not-found, also for another member's order; order-closed */
export async function cancelOrder(
  reader: Reader,
  engines: Engines,
  input: { memberId: number; orderId: number; key: RequestKey | undefined },
): Promise<{ order: OrderRow }> {
  return engines.submit(await marketOf(reader, engines, input), { kind: 'cancel', ...input });
}

/**
 * Changes price or quantity of an open limit order; what is undefined stays.
 * @throws as `cancelOrder`, and the refusals of `amendedOrder`; not-available for one of an OCO, account-frozen, insufficient-balance
 */
export async function amendOrder(
  reader: Reader,
  engines: Engines,
  input: Omit<AmendCommand, 'kind'>,
): Promise<{ order: OrderRow }> {
  return engines.submit(await marketOf(reader, engines, input), { kind: 'amend', ...input });
}

/** @throws not-found, order-closed */
async function marketOf(
  reader: Reader,
  engines: Engines,
  input: { memberId: number; orderId: number; key: RequestKey | undefined },
): Promise<number> {
  const closed = engines.findClosed(input.orderId);
  if (closed !== undefined && closed.memberId !== input.memberId) throw new Refusal('not-found');
  // An earlier request with this key may have closed the order; the engine then returns its answer.
  if (closed !== undefined && input.key === undefined) throw new Refusal('order-closed');
  const instrumentId = closed?.instrumentId ?? (await instrumentOf(reader, engines, input));
  if (instrumentId === undefined) throw new Refusal('not-found');
  return instrumentId;
}

export interface CancelledOrders {
  orders: OrderRow[];
  /** How many had closed before. */
  closed: number;
  /** How many are still open, or unknown. */
  failed: number;
}

/**
 * Cancels each order by itself: one that fails does not stop the others. Sent again, it cancels what is left, and nothing that was
 * placed since.
 * @throws the refusal of the first one that failed, if nothing was cancelled or had closed
 */
export async function cancelOrders(
  reader: Reader,
  engines: Engines,
  { memberId, orderIds }: { memberId: number; orderIds: readonly number[] },
): Promise<CancelledOrders> {
  const outcomes = await Promise.allSettled(
    [...new Set(orderIds)].map((orderId) =>
      cancelOrder(reader, engines, { memberId, orderId, key: undefined }),
    ),
  );
  const orders = outcomes.flatMap((each) =>
    each.status === 'fulfilled' ? [each.value.order] : [],
  );
  const errors: unknown[] = outcomes.flatMap((each) =>
    each.status === 'rejected' ? [each.reason] : [],
  );
  const failures = errors.filter((error) => !isClosed(error));
  const closed = errors.length - failures.length;
  if (orders.length + closed === 0) throw failures[0];
  return { orders, closed, failed: failures.length };
}

const isClosed = (error: unknown) => error instanceof Refusal && error.is('order-closed');

/** The order's instrument; undefined when the member has no such order. */
async function instrumentOf(
  reader: Reader,
  engines: Engines,
  { orderId, memberId }: { orderId: number; memberId: number },
): Promise<number | undefined> {
  const open = engines.findOpen(orderId);
  if (open !== undefined) return open.memberId === memberId ? open.instrumentId : undefined;
  // Also of an order whose engine is in another instance.
  return (await findOrder(reader, orderId, memberId))?.instrumentId;
}
