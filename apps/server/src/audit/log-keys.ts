/** The keys that may sign the public log: the first one, those that an entry introduced, and those of a declared loss (ADR 64, 67). */
import { parseLossEntry, type VerifierKey } from '@tern/proofs';
import { listLosses, readKeyStates } from '../features/proof/public-log/index.ts';
import { isoTime } from '../platform/clock.ts';
import type { Reader } from '../platform/database/database.ts';

export interface IntroducedKeys {
  readonly keys: VerifierKey[];
  /** Stored keys that no entry introduced and no declaration explains, and declarations that are none. */
  readonly faults: string[];
  /** Declared losses, as sentences: a break that is known. */
  readonly losses: string[];
}

/**
 * Only these count for a checkpoint. A key that replaced a lost one signed its own entry or was declared: we accept it here,
 * verifiers do not.
 */
export async function introducedKeys(reader: Reader, origin: string): Promise<IntroducedKeys> {
  const states = await readKeyStates(reader, origin);
  const known = states.filter(({ state }) => state !== 'undeclared');
  const faults = states
    .filter(({ state }) => state === 'undeclared')
    .map(({ id }) => `key ${id} of the public log was introduced by no entry`);
  const losses: string[] = [];
  for (const { keyId, entry } of await listLosses(reader)) {
    if (entry === null) continue;
    const leaf = parseLossEntry(entry);
    const key = states.find(({ id }) => id === keyId)?.key;
    if (leaf === undefined || leaf.key.id !== key?.id) {
      faults.push(`the loss that was declared for key ${keyId} of the public log is not one`);
      continue;
    }
    const lost = leaf.lost.map(({ id }) => id).join(', ');
    losses.push(
      `declared on ${isoTime(leaf.at)}: key ${leaf.key.id} of the public log signs in place of ${lost}, which was lost`,
    );
  }
  return { keys: known.map(({ key }) => key), faults, losses };
}
