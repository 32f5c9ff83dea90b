/** Early redemption of staking: what it costs, and the redemption itself in one transaction. */
import { formatDecimal, ZERO } from '@tern/money';
import { earlyRedemption, type EarlyRedemption } from '@tern/settlement';
import { MEMBER_EVENTS_WAKE } from '../../../kernel/events/member-events.ts';
import { postAndPublish } from '../../../kernel/ledger/post-entries.ts';
import { lockMember } from '../../../kernel/members/members.ts';
import { answerBefore, answerOnce } from '../../../kernel/requests/answer-once.ts';
import { Refusal } from '../../../kernel/requests/refusal.ts';
import type { StakingDeps } from './deps.ts';
import { machineOrderRow } from './describe-staking.ts';
import { redemptionEntries } from './entries.ts';
import { payOrderDue } from './pay-yields.ts';
import { orderEvents } from './publish-orders.ts';
import type { OrderInput } from './refund-share.ts';
import { isConverted, redemptionTermsOf, termOrderOf } from './rules.ts';
import { lockedOrderOf, orderOf, setRedeemed, type StoredOrder } from './store-orders.ts';

/** The figures if the order were redeemed now. @throws not-found, not-available (a machine), already-decided */
export async function quoteRedemption(deps: StakingDeps, memberId: number, orderId: number) {
  const order = await deps.database.maybe(orderOf, [memberId, orderId]);
  if (order === undefined) throw new Refusal('not-found');
  return redemptionRow(order, costOf(order, deps.clock.now()));
}

/**
 * Pays the days that are due, then redeems. Resolves once the redemption is durable.
 * @throws not-found, not-available (a machine), already-decided (redeemed or ended), account-frozen, busy (the price of a
 * due payout is awaited)
 */
export async function redeemStaking(deps: StakingDeps, input: OrderInput) {
  const { memberId, orderId, key } = input;
  const before = await answerBefore<Answer>(deps.database, key);
  if (before !== undefined) return before;
  // In transactions of their own: a payout locks balances in an order that the redemption would break.
  await payOrderDue(deps, input);
  const answer = await answerOnce<Answer>(deps, key, async (tx) => {
    const member = await lockMember(tx, memberId);
    if (member?.isFrozen !== false) throw new Refusal('account-frozen');
    const order = await tx.maybe(lockedOrderOf, [memberId, orderId]);
    if (order === undefined) throw new Refusal('not-found');
    const at = Math.max(deps.clock.now(), order.createdAt);
    const cost = costOf(order, at);
    if (order.nextPayoutAt !== null && order.nextPayoutAt <= at) throw new Refusal('busy');
    const redeemed = await tx.one(setRedeemed, [orderId, at, cost.penalty]);
    const events = orderEvents([redeemed]);
    await postAndPublish(tx, redemptionEntries(redeemed), { at, events });
    return { order: machineOrderRow(redeemed), redemption: redemptionRow(order, cost) };
  });
  deps.bus.publish(MEMBER_EVENTS_WAKE, null);
  return answer;
}

interface Answer {
  order: ReturnType<typeof machineOrderRow>;
  redemption: ReturnType<typeof redemptionRow>;
}

function costOf(order: StoredOrder, at: number): EarlyRedemption {
  if (order.kind !== 'staking') throw new Refusal('not-available');
  const { startsAt } = order;
  const cost =
    order.state !== 'running' || startsAt === null
      ? undefined
      : earlyRedemption(termOrderOf(order, startsAt), redemptionTermsOf(order), at);
  if (cost === undefined) throw new Refusal('already-decided');
  return cost;
}

function redemptionRow(order: StoredOrder, cost: EarlyRedemption) {
  // The formula counts a constant value; what stays or is lost are the coins that were paid for it.
  const { kept, forfeited } = isConverted(order) ? coinsOf(order) : cost;
  return {
    invested: formatDecimal(order.paid),
    penalty: formatDecimal(cost.penalty),
    returned: formatDecimal(cost.returned),
    kept: formatDecimal(kept),
    forfeited: formatDecimal(forfeited),
    missed: formatDecimal(cost.missed),
    daysLeft: cost.daysLeft,
  };
}

const coinsOf = ({ freezesOutput, paidAmount }: StoredOrder) =>
  freezesOutput ? { kept: ZERO, forfeited: paidAmount } : { kept: paidAmount, forfeited: ZERO };
