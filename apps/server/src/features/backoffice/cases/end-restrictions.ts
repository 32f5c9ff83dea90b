/** Ends restrictions whose time is over: two people have not agreed to more. Nothing waits on it: each ends at its time. */
import {
  dueRestrictions,
  endRestriction,
  insertEvent,
  lockDueRestriction,
  type Restriction,
} from '../../../kernel/cases/store-cases.ts';
import type { Tx } from '../../../platform/database/database.ts';
import type { CasesDeps } from './deps.ts';

/** Each in a transaction of its own: one that fails keeps no other. @throws AggregateError of those that failed */
export async function endDueRestrictions({
  database,
  clock,
  reviews,
}: Pick<CasesDeps, 'database' | 'clock' | 'reviews'>): Promise<void> {
  const at = clock.now();
  const failed: unknown[] = [];
  let ended = 0;
  for (const { id } of await database.many(dueRestrictions, [at])) {
    try {
      ended += await database.transaction(async (tx) => {
        const due = await tx.maybe(lockDueRestriction, [id, at]);
        if (due === undefined) return 0;
        await endOverdue(tx, due, at);
        return 1;
      });
    } catch (error) {
      failed.push(error);
    }
  }
  if (ended > 0) reviews.announce();
  if (failed.length > 0) throw new AggregateError(failed, 'restrictions could not be ended');
}

/** Ends one whose time is over, and says so in its case. */
export async function endOverdue(
  tx: Tx,
  { id, caseId, parts }: Restriction,
  at: number,
): Promise<void> {
  await tx.run(endRestriction, [id, at]);
  const event = { caseId, kind: 'restrictionEnded', operatorId: null, level: null, body: '' };
  await insertEvent(tx, { ...event, detail: { parts }, createdAt: at });
}
