/** The member's event about an order. */
import type { MemberEvent } from '../../../kernel/events/member-events.ts';
import { orderRow } from './describe-order.ts';
import type { StoredOrder } from './store.ts';

export function orderEvent(order: StoredOrder): MemberEvent {
  return { memberId: order.memberId, topic: 'earn.changed', data: orderRow(order) };
}
