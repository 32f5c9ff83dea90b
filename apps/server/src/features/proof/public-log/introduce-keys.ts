/** Introduces new keys of the log: each is an entry, signed by the key before it (ADR 64). */
import { keyEntry } from '@tern/proofs';
import { appendEntry } from './append-entry.ts';
import {
  createLogKey,
  type DueKey,
  type LogKeyDeps,
  type LogKeys,
  logKeysOf,
  openLogKeys,
  type OpenKey,
  publicKeyOf,
  signerOf,
} from './log-keys.ts';
import { insertKey, insertKeyEntry, readHead } from './store.ts';

/** Another process introduced the key first; nothing was written. */
class Introduced extends Error {}

/** The keys that sign now; creates and introduces the next one when it is due. The first key of a log has no entry. */
export async function currentLogKeys(deps: LogKeyDeps): Promise<LogKeys> {
  for (;;) {
    const opened = await openLogKeys(deps);
    if (opened.keys !== undefined) return opened.keys;
    await replaceKey(deps, opened.due);
  }
}

async function replaceKey(deps: LogKeyDeps, { outgoing, lastId }: DueKey): Promise<void> {
  const { database, log } = deps;
  const made = createLogKey(deps, lastId + 1);
  const head = await readHead(database);
  if (head === undefined) {
    // The first key: before the log is opened.
    await database.transaction((tx) => insertKey(tx, made.row));
    return;
  }
  if (outgoing === undefined) {
    log.warn(
      {},
      'no key of the public log can be decrypted: creating one that verifiers do not know',
    );
  }
  await introduce(deps, { made, by: outgoing ?? made, origin: head.origin });
}

/** The entry, the key and the checkpoint that both sign are one transaction. */
async function introduce(
  deps: LogKeyDeps,
  { made, by, origin }: { made: OpenKey; by: OpenKey; origin: string },
): Promise<void> {
  const keys = logKeysOf(by === made ? [made] : [made, by]);
  if (keys === undefined) return;
  const key = publicKeyOf(made.row, origin);
  const entry = keyEntry({ at: made.row.createdAt, key, outgoing: signerOf(by, origin) });
  try {
    await appendEntry(deps, keys, {
      entry,
      note: async (tx, index) => {
        if (!(await insertKey(tx, made.row))) throw new Introduced();
        await insertKeyEntry(tx, made.row.id, index);
      },
    });
  } catch (error) {
    if (!(error instanceof Introduced)) throw error;
  }
}
