/** Unfreezes bought coins on their date, each once, also after downtime. */
import { type Entry, recordTypes, transfer } from '@tern/ledger';
import { MEMBER_EVENTS_WAKE, recordMemberEvents } from '../../kernel/events/member-events.ts';
import { balanceRowsOf } from '../../kernel/ledger/balances.ts';
import { postEntries } from '../../kernel/ledger/post-entries.ts';
import type { Tx } from '../../platform/database/database.ts';
import { dueSubscriptions, setThawed } from './store.ts';
import type { OfferingDeps } from './subscribe-offering.ts';

const BATCH = 200;

/** Releases all that are due, batch by batch. */
export async function releaseDue(
  deps: Pick<OfferingDeps, 'database' | 'clock' | 'bus'>,
): Promise<void> {
  const { database, clock, bus } = deps;
  let released: number;
  do {
    released = await database.transaction((tx) => releaseBatch(tx, clock.now()));
    if (released > 0) bus.publish(MEMBER_EVENTS_WAKE, null);
  } while (released === BATCH);
}

async function releaseBatch(tx: Tx, at: number): Promise<number> {
  const due = await tx.many(dueSubscriptions, [at, BATCH]);
  for (const { id } of due) await tx.run(setThawed, [id, at]);
  const balances = await postEntries(tx, due.map(entryOf), at);
  const members = [...new Set(due.map(({ memberId }) => memberId))];
  await recordMemberEvents(
    tx,
    members.map((memberId) => ({
      memberId,
      topic: 'assets.balance' as const,
      data: balanceRowsOf(memberId, balances),
    })),
    at,
  );
  return due.length;
}

function entryOf(due: {
  id: number;
  memberId: number;
  asset: string;
  quantity: Parameters<typeof transfer>[0]['amount'];
}): Entry {
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
