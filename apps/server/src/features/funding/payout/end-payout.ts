/** The ends of a payout: paid at the rate of its approval, or returned in full. Nothing else ends one (rules §2, §6). */
import { answerOnce } from '../../../kernel/requests/answer-once.ts';
import type { RequestKey } from '../../../kernel/requests/idempotency.ts';
import type { OwnReason } from '../../../kernel/i18n/reasons.ts';
import { Refusal } from '../../../kernel/requests/refusal.ts';
import type { Reviews } from '../../../kernel/review/reviews.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database, Tx } from '../../../platform/database/database.ts';
import { payEntry, returnEntry } from './rules.ts';
import { endPayout, type Payout, payoutForUpdate, payoutOfMember, payPayout } from './store.ts';
import { postAndPublish } from '../request/post-and-publish.ts';
import { PAYOUT } from './create-payout.ts';
import { BELOW_LEAST, payoutChanged, payoutRow } from './payout-row.ts';
import { paymentNow, type TermsDeps } from './payout-terms.ts';

/**
 * Two people approved: pays at the rate of now, or returns everything where that is below the least the member set.
 * Gives the reason of a return, which the member reads.
 * Fails with: 4026, 5005 while there is no price; the review stays open.
 */
export async function settlePayout(
  deps: TermsDeps,
  tx: Tx,
  { id, at }: { id: number; at: number },
): Promise<OwnReason | undefined> {
  const payout = await tx.one(payoutForUpdate, [id]);
  const { rate, legs, received, isBelowLeast } = paymentNow(deps, payout);
  if (isBelowLeast) {
    await returnPayout(tx, id, { state: 'rejected', reason: BELOW_LEAST, at });
    return BELOW_LEAST;
  }
  const paid = await tx.one(payPayout, [id, rate, legs, received, at]);
  await postAndPublish(tx, { event: payoutChanged(paid), entries: [payEntry(paid)], at });
  return undefined;
}

/** Everything goes back at once. */
export async function returnPayout(
  tx: Tx,
  id: number,
  end: { state: 'rejected' | 'cancelled'; reason: string; at: number },
): Promise<Payout> {
  const { state, reason, at } = end;
  await tx.one(payoutForUpdate, [id]);
  const ended = await tx.one(endPayout, [id, state, reason, at]);
  const entries = [returnEntry(ended, reason)];
  await postAndPublish(tx, { event: payoutChanged(ended), entries, at });
  return ended;
}

/** The member takes it back. Fails with: 5007 for one that is absent or another member's, 5034 when it was decided. */
export async function cancelPayout(
  { database, clock, reviews }: { database: Database; clock: Clock; reviews: Reviews },
  input: { memberId: number; id: number; key: RequestKey | undefined },
) {
  const { memberId, id } = input;
  const payout = await answerOnce({ database, clock }, input.key, async (tx) => {
    // The review first, then its subject: the order in which decisions lock them.
    const known = await tx.maybe(payoutOfMember, [id, memberId]);
    if (known === undefined) throw new Refusal(5007);
    await reviews.cancel(tx, { kind: PAYOUT, subjectId: id });
    const end = { state: 'cancelled', reason: '', at: clock.now() } as const;
    return payoutRow(await returnPayout(tx, id, end));
  });
  reviews.announce();
  return payout;
}
