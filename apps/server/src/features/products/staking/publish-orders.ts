/** The members' events about their orders. */
import type { StakingEvent } from '@tern/protocol';
import type { MemberEvent } from '../../../kernel/events/member-events.ts';

/** One event for each member, with the ids of their orders that have changed. */
export function orderEvents(
  changed: readonly { readonly id: number; readonly memberId: number }[],
): MemberEvent[] {
  const orders = new Map<number, number[]>();
  for (const { id, memberId } of changed) {
    const ids = orders.get(memberId);
    if (ids === undefined) orders.set(memberId, [id]);
    else ids.push(id);
  }
  return [...orders].map(([memberId, ids]) => ({
    memberId,
    topic: 'staking.changed',
    data: { orders: ids } satisfies StakingEvent,
  }));
}
