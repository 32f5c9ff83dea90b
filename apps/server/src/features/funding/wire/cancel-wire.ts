/** A member takes back a wire of which nothing has arrived. */
import { answerOnce } from '../../../kernel/requests/answer-once.ts';
import type { RequestKey } from '../../../kernel/requests/idempotency.ts';
import { Refusal } from '../../../kernel/requests/refusal.ts';
import { endWire, wireForUpdate, wireOfMember } from './store.ts';
import { postAndPublish } from '../request/post-and-publish.ts';
import { WIRE, type WireDeps } from './create-wire.ts';
import { wireChanged, wireRow } from './wire-row.ts';

/** Fails with: 5007 for one that is absent or another member's, 5034 when it was decided or has arrived. */
export async function cancelWire(
  { database, clock, reviews }: Pick<WireDeps, 'database' | 'clock' | 'reviews'>,
  input: { memberId: number; id: number; key: RequestKey | undefined },
) {
  const { memberId, id } = input;
  const wire = await answerOnce({ database, clock }, input.key, async (tx) => {
    // The review first, then its subject: the order in which decisions lock them.
    const known = await tx.maybe(wireOfMember, [id, memberId]);
    if (known === undefined) throw new Refusal(5007);
    await reviews.cancel(tx, { kind: WIRE, subjectId: id });
    const { received } = await tx.one(wireForUpdate, [id]);
    if (received !== null) throw new Refusal(5034);
    const at = clock.now();
    const ended = await tx.one(endWire, [id, 'cancelled', '', at]);
    await postAndPublish(tx, { event: wireChanged(ended), at });
    return wireRow(ended);
  });
  reviews.announce();
  return wire;
}
