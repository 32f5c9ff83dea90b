/** Appends an entry that is no round, such as that of a snapshot of liabilities. */
import { checkpointText, signNote } from '@tern/proofs';
import type { Tx } from '../../../platform/database/database.ts';
import { growTree } from './grow-tree.ts';
import type { LogKeys } from './log-keys.ts';
import type { SealDeps } from './seal-rounds.ts';
import { advanceHead, insertEntries, putTiles, readHeadToSeal, waitForHead } from './store.ts';

/**
 * Waits for its turn behind the sealer and other instances, and holds the log for the few tiles of one entry.
 * Shape: `note` writes what refers to the entry, in the same transaction and after it; the index is the entry's place in the log.
 * @throws Error, when `note` throws; nothing is written then
 */
export async function appendEntry(
  deps: SealDeps,
  keys: LogKeys,
  given: {
    readonly entry: Uint8Array;
    readonly note: (tx: Tx, index: number) => Promise<void>;
  },
): Promise<void> {
  await deps.database.transaction(async (tx) => {
    await waitForHead(tx);
    const head = await readHeadToSeal(tx);
    const { root, tiles } = await growTree(tx, head, [given.entry]);
    await insertEntries(tx, head.size, [given.entry]);
    await putTiles(tx, tiles);
    const size = head.size + 1;
    const text = checkpointText({ origin: head.origin, size, root });
    const checkpoint = signNote(text, keys.signers(head.origin));
    await advanceHead(tx, { ...head, size, root, checkpoint, signedAt: deps.clock.now() });
    await given.note(tx, head.size);
  });
}
