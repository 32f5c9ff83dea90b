/** Ends restrictions whose time is over: two people have not agreed to more. */
import { dueRestrictions, endRestriction, insertEvent } from '../../../kernel/cases/store-cases.ts';
import type { CasesDeps } from './deps.ts';

export async function endDueRestrictions({
  database,
  clock,
  reviews,
}: Pick<CasesDeps, 'database' | 'clock' | 'reviews'>): Promise<void> {
  const ended = await database.transaction(async (tx) => {
    const at = clock.now();
    const due = await tx.many(dueRestrictions, [at]);
    for (const { id, caseId, parts } of due) {
      await tx.run(endRestriction, [id, at]);
      const event = { caseId, kind: 'restrictionEnded', operatorId: null, level: null, body: '' };
      await insertEvent(tx, { ...event, detail: { parts }, createdAt: at });
    }
    return due.length;
  });
  if (ended > 0) reviews.announce();
}
