/** Cancels an open order of the member and releases what it still holds. */
import type { RequestKey } from '../../kernel/idempotency.ts';
import { Refusal } from '../../kernel/refusal.ts';
import type { Reader } from '../../platform/database/database.ts';
import type { Desks } from './desks.ts';
import type { OrderRow } from './order-row.ts';
import { findOrder } from './store.ts';

/** Fails with: 5007 no such own order, 5014 the order is done and nothing has changed. */
export async function cancelOrder(
  reader: Reader,
  desks: Desks,
  input: { memberId: number; orderId: number; key: RequestKey | undefined },
): Promise<{ order: OrderRow }> {
  const order = await findOrder(reader, input.orderId, input.memberId);
  const desk = order && desks.findById(order.instrumentId);
  if (desk === undefined) throw new Refusal(5007);
  return desk.submit({ kind: 'cancel', ...input });
}
