/** Unfreezes bought coins on their date, each once, also after downtime. */
import { type Entry, recordTypes, transfer } from '@tern/ledger';
import { postAndPublish } from '../../kernel/ledger/post-entries.ts';
import { type DueDeps, processDue } from '../../kernel/schedule/process-due.ts';
import type { RowOf } from '../../platform/database/query.ts';
import { dueSubscriptions, setThawed } from './store.ts';

const BATCH = 200;

/** Releases all that are due. */
export function releaseDue(deps: DueDeps): Promise<void> {
  return processDue(deps, BATCH, async (tx, { at, size }) => {
    const due = await tx.many(dueSubscriptions, [at, size]);
    for (const { id } of due) await tx.run(setThawed, [id, at]);
    await postAndPublish(tx, due.map(entryOf), { at });
    return due.length;
  });
}

function entryOf(due: RowOf<typeof dueSubscriptions>): Entry {
  const { id, memberId: owner, asset, quantity: amount } = due;
  return {
    kind: recordTypes.subscribedAssetRelease,
    reference: `subscription:${id}`,
    postings: transfer({
      from: { owner, purpose: 'locked' },
      to: { owner, purpose: 'available' },
      asset,
      amount,
    }),
  };
}
