/** Cancels an open order of the member and releases what it still holds. */
import type { RequestKey } from '../../kernel/idempotency.ts';
import { Refusal } from '../../kernel/refusal.ts';
import type { Reader } from '../../platform/database/database.ts';
import type { Desk } from './desk/desk.ts';
import type { Desks } from './desks.ts';
import type { OrderRow } from './order-row.ts';
import { findOrder } from './store.ts';

/** Fails with: 5007 no such own order, 5014 the order is done and nothing has changed. */
export async function cancelOrder(
  reader: Reader,
  desks: Desks,
  input: { memberId: number; orderId: number; key: RequestKey | undefined },
): Promise<{ order: OrderRow }> {
  const done = desks.findDone(input.orderId);
  if (done !== undefined && done.memberId !== input.memberId) throw new Refusal(5007);
  // A key may have been answered already, with the very end of this order: that is for the desk to find out.
  if (done !== undefined && input.key === undefined) throw new Refusal(5014);
  const desk = done ? desks.findById(done.instrumentId) : await deskOf(reader, desks, input);
  if (desk === undefined) throw new Refusal(5007);
  return desk.submit({ kind: 'cancel', ...input });
}

/** Where the order rests, or, when it rests nowhere, where it once did: that desk knows what to answer. */
async function deskOf(
  reader: Reader,
  desks: Desks,
  { orderId, memberId }: { orderId: number; memberId: number },
): Promise<Desk | undefined> {
  const open = desks.findOpen(orderId);
  if (open !== undefined) return open.order.memberId === memberId ? open.desk : undefined;
  const order = await findOrder(reader, orderId, memberId);
  return order && desks.findById(order.instrumentId);
}
