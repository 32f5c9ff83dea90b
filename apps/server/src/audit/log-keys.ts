/** The keys that may sign the public log: the first one, and those that an entry of the log introduced (ADR 64). */
import { followKeys, hasKey, parseKeyEntry, type VerifierKey } from '@tern/proofs';
import { listKeyEntries, listKeys, publicKeyOf } from '../features/public-log/index.ts';
import type { Reader } from '../platform/database/database.ts';

/**
 * Only these count for a checkpoint. A key that replaced a lost one signed its own entry: we accept it here, verifiers do not.
 * `faults`: stored keys that no entry introduced.
 */
export async function introducedKeys(
  reader: Reader,
  origin: string,
): Promise<{ keys: VerifierKey[]; faults: string[] }> {
  const rows = (await listKeys(reader)).toSorted((left, right) => left.id - right.id);
  const entries = await listKeyEntries(reader);
  const replaced = entries
    .map(({ entry }) => parseKeyEntry(entry))
    .filter((leaf) => leaf !== undefined && hasKey([leaf.key], leaf.outgoing));
  const known = [
    ...rows.slice(0, 1).map((row) => publicKeyOf(row, origin)),
    ...replaced.map((leaf) => leaf!.key),
  ];
  const keys = followKeys(
    known,
    entries.map(({ entry }) => entry),
  );
  const faults = rows
    .filter((row) => !hasKey(keys, publicKeyOf(row, origin)))
    .map(({ id }) => `key ${id} of the public log was introduced by no entry`);
  return { keys, faults };
}
