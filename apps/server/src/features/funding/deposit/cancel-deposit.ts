/** A member takes back what they told of a transfer, while nobody has decided it. */
import { answerOnce } from '../../../kernel/requests/answer-once.ts';
import type { RequestKey } from '../../../kernel/requests/idempotency.ts';
import { Refusal } from '../../../kernel/requests/refusal.ts';
import type { Reviews } from '../../../kernel/review/reviews.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import { KIND } from './create-deposit.ts';
import { depositRow } from './deposit-row.ts';
import { endDeposit } from './end-deposit.ts';
import { depositOfMember } from './store.ts';

/** Fails with: 5007 for one that is absent or another member's, 5034 when it was decided before. */
export async function cancelDeposit(
  { database, clock, reviews }: { database: Database; clock: Clock; reviews: Reviews },
  input: { memberId: number; id: number; key: RequestKey | undefined },
) {
  const { memberId, id } = input;
  const recharge = await answerOnce({ database, clock }, input.key, async (tx) => {
    // The review first, then its subject: the order in which decisions lock them.
    const known = await tx.maybe(depositOfMember, [id, memberId]);
    if (known === undefined) throw new Refusal(5007);
    // What was seen on its network was never up for review.
    if (known.source !== 'member') throw new Refusal(5034);
    await reviews.cancel(tx, { kind: KIND, subjectId: id });
    return depositRow(
      await endDeposit(tx, id, { state: 'cancelled', reason: '', at: clock.now() }),
    );
  });
  reviews.announce();
  return recharge;
}
