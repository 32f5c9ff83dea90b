/** Appends an entry that is no round, such as that of a snapshot of liabilities. */
import { checkpointText, signNote } from '@tern/proofs';
import type { Tx } from '../../../platform/database/database.ts';
import { growTree } from './grow-tree.ts';
import type { LogKeys } from './log-keys.ts';
import type { SealDeps } from './seal-rounds.ts';
import { advanceHead, insertEntries, lockHead, putTiles, readHeadToSeal } from './store.ts';

/** Tried again when the sealer was faster, which appends once a second at most. */
const TRIES_MAX = 20;

/**
 * Shape: `note` writes what refers to the entry, in the same transaction and after it; the index is the entry's place in the log.
 * @throws Error, when `note` throws, or others advance the log again and again; nothing is written then
 */
export async function appendEntry(
  deps: SealDeps,
  keys: LogKeys,
  given: {
    readonly entry: Uint8Array;
    readonly note: (tx: Tx, index: number) => Promise<void>;
  },
): Promise<void> {
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    const isAppended = await deps.database.transaction(async (tx) => {
      const head = await readHeadToSeal(tx);
      const { root, tiles } = await growTree(tx, head, [given.entry]);
      if (!(await lockHead(tx, head))) return false;
      await insertEntries(tx, head.size, [given.entry]);
      await putTiles(tx, tiles);
      const size = head.size + 1;
      const text = checkpointText({ origin: head.origin, size, root });
      const checkpoint = signNote(text, keys.signers(head.origin));
      await advanceHead(tx, { ...head, size, root, checkpoint, signedAt: deps.clock.now() });
      await given.note(tx, head.size);
      return true;
    });
    if (isAppended) return;
  }
  throw new Error('the public log was advanced by others each time');
}
