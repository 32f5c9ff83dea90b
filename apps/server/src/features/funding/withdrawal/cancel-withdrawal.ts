/** A member takes back a withdrawal that nobody has decided yet. */
import { answerOnce } from '../../../kernel/requests/answer-once.ts';
import type { RequestKey } from '../../../kernel/requests/idempotency.ts';
import { Refusal } from '../../../kernel/requests/refusal.ts';
import type { Reviews } from '../../../kernel/review/reviews.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import { KIND } from './create-withdrawal.ts';
import { returnWithdrawal } from './end-withdrawal.ts';
import { withdrawalForUpdate, withdrawalOfMember } from './store.ts';
import { withdrawalRow } from './withdrawal-row.ts';

/** Fails with: 5007 for one that is absent or another member's, 5034 when it was decided before. */
export async function cancelWithdrawal(
  { database, clock, reviews }: { database: Database; clock: Clock; reviews: Reviews },
  input: { memberId: number; id: number; key: RequestKey | undefined },
) {
  const { memberId, id } = input;
  const withdraw = await answerOnce({ database, clock }, input.key, async (tx) => {
    // The review first, then its subject: the order in which decisions lock them.
    const known = await tx.maybe(withdrawalOfMember, [id, memberId]);
    if (known === undefined) throw new Refusal(5007);
    await reviews.cancel(tx, { kind: KIND, subjectId: id });
    const withdrawal = await tx.one(withdrawalForUpdate, [id]);
    const end = { state: 'cancelled', reason: '', at: clock.now() } as const;
    return withdrawalRow(await returnWithdrawal(tx, withdrawal, end));
  });
  reviews.announce();
  return withdraw;
}
