/** Returns a share in full while its machine is not complete. */
import { MEMBER_EVENTS_WAKE } from '../../../kernel/events/member-events.ts';
import { postAndPublish } from '../../../kernel/ledger/post-entries.ts';
import { lockMember } from '../../../kernel/members/members.ts';
import { answerOnce } from '../../../kernel/requests/answer-once.ts';
import type { RequestKey } from '../../../kernel/requests/idempotency.ts';
import { Refusal } from '../../../kernel/requests/refusal.ts';
import type { StakingDeps } from './deps.ts';
import { machineOrderRow } from './describe-staking.ts';
import { refundEntry } from './entries.ts';
import { notifyRefunded } from './notices.ts';
import { orderEvents } from './publish-orders.ts';
import { lockedOrderOf, orderOf, setRefunded } from './store-orders.ts';
import { lockedProductById } from './store-products.ts';

export interface OrderInput {
  memberId: number;
  orderId: number;
  key: RequestKey | undefined;
}

/** Resolves once the refund is durable. @throws not-found, already-decided (complete, refunded, or no share) */
export async function refundShare(deps: StakingDeps, input: OrderInput) {
  const { memberId, orderId } = input;
  const answer = await answerOnce(deps, input.key, async (tx) => {
    await lockMember(tx, memberId);
    const found = await tx.maybe(orderOf, [memberId, orderId]);
    if (found === undefined) throw new Refusal('not-found');
    // A purchase of the last share locks the product before its orders.
    await tx.maybe(lockedProductById, [found.productId]);
    const order = await tx.one(lockedOrderOf, [memberId, orderId]);
    if (order.state !== 'pending') throw new Refusal('already-decided');
    const at = Math.max(deps.clock.now(), order.createdAt);
    const refunded = await tx.one(setRefunded, [orderId, at]);
    await notifyRefunded(tx, refunded, at);
    const events = orderEvents([refunded]);
    await postAndPublish(tx, [refundEntry(refunded)], { at, events });
    return machineOrderRow(refunded);
  });
  deps.bus.publish(MEMBER_EVENTS_WAKE, null);
  return answer;
}
