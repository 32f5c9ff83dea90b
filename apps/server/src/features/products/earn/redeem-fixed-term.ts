/** Redeems a fixed term early: the days that have ended are paid first, then the principal returns less penalty and fee. */
import { type EarlyRedemption, earlyRedemption } from '@tern/settlement';
import { MEMBER_EVENTS_WAKE } from '../../../kernel/events/member-events.ts';
import { postAndPublish } from '../../../kernel/ledger/post-entries.ts';
import { lockMember } from '../../../kernel/members/members.ts';
import { answerOnce } from '../../../kernel/requests/answer-once.ts';
import type { RequestKey } from '../../../kernel/requests/idempotency.ts';
import { Refusal } from '../../../kernel/requests/refusal.ts';
import type { Tx } from '../../../platform/database/database.ts';
import type { EarnDeps } from './deps.ts';
import { orderRow, redemptionRow, type RedemptionRow } from './describe-order.ts';
import { redemptionEntries } from './entries.ts';
import { payDays } from './pay-yields.ts';
import { orderEvent } from './publish-order.ts';
import { redemptionTerms, termOrder } from './rules.ts';
import { lockedOrderOf, orderOf, setRedeemed, type StoredOrder } from './store.ts';

export interface RedeemInput {
  memberId: number;
  id: number;
  key: RequestKey | undefined;
}

interface Redeemed {
  order: ReturnType<typeof orderRow>;
  redemption: RedemptionRow;
}

/**
 * Resolves once the redemption is durable.
 * @throws account-frozen, not-found for an absent order or another member's, already-decided once it has ended
 */
export async function redeemFixedTerm(deps: EarnDeps, input: RedeemInput): Promise<Redeemed> {
  const { database, clock, bus } = deps;
  const redeemed = await answerOnce({ database, clock }, input.key, (tx) =>
    redeem(tx, input, clock.now()),
  );
  bus.publish(MEMBER_EVENTS_WAKE, null);
  return redeemed;
}

async function redeem(tx: Tx, { memberId, id }: RedeemInput, at: number): Promise<Redeemed> {
  const member = await lockMember(tx, memberId);
  if (member?.isFrozen !== false) throw new Refusal('account-frozen');
  // The job that pays yields locks the order as well: whoever comes second sees what the first one did.
  const locked = await tx.maybe(lockedOrderOf, [memberId, id]);
  const redemption = redemptionOf(locked, at);
  const { paid, entries } = await payDays(tx, [redemption.order], at);
  const { penalty, fee } = redemption.figures;
  await tx.run(setRedeemed, [id, at, penalty, fee]);
  const order: StoredOrder = {
    ...paid[0]!.after,
    state: 'redeemed',
    endedAt: at,
    nextPayoutAt: null,
    penalty,
    fee,
  };
  await postAndPublish(tx, [...entries, ...redemptionEntries(order, redemption.figures)], {
    at,
    events: [orderEvent(order)],
  });
  return { order: orderRow(order), redemption: redemptionRow(order, redemption.figures) };
}

/** @throws not-found, already-decided once it has ended, even if its principal has not returned yet */
function redemptionOf(
  order: StoredOrder | undefined,
  at: number,
): { order: StoredOrder; figures: EarlyRedemption } {
  if (order === undefined) throw new Refusal('not-found');
  const figures =
    order.state === 'inTerm'
      ? earlyRedemption(termOrder(order, order), redemptionTerms(order), at)
      : undefined;
  if (figures === undefined) throw new Refusal('already-decided');
  return { order, figures };
}

/** What redeeming now costs and returns. @throws not-found, already-decided */
export async function quoteRedemption(
  { database, clock }: EarnDeps,
  memberId: number,
  id: number,
): Promise<RedemptionRow> {
  const { order, figures } = redemptionOf(
    await database.maybe(orderOf, [memberId, id]),
    clock.now(),
  );
  return redemptionRow(order, figures);
}
