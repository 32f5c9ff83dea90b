/** What makes each key of the log one of the log: that it was the first, an entry of another key, or a declaration (ADR 64, 67). */
import {
  followKeys,
  hasKey,
  type KeyLeaf,
  type LossLeaf,
  parseKeyEntry,
  parseLossEntry,
  type VerifierKey,
} from '@tern/proofs';
import type { Reader } from '../../../platform/database/database.ts';
import { publicKeyOf } from './log-keys.ts';
import { listKeyEntries, listKeys } from './store.ts';
import { listLosses } from './store-losses.ts';

/**
 * `alone`: it signed its own entry, because the key before it was lost. `declared`: two operators declared that it signs in place of
 * lost ones. `lost`: declared as lost, and introduced by no entry. `undeclared`: nothing says where it comes from.
 */
export type KeyState = 'first' | 'introduced' | 'alone' | 'declared' | 'lost' | 'undeclared';

export interface LogKey {
  readonly id: number;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  readonly key: VerifierKey;
  readonly state: KeyState;
}

/** Oldest first. Shape: `origin` is the log's name. */
export async function readKeyStates(reader: Reader, origin: string): Promise<LogKey[]> {
  const rows = (await listKeys(reader)).toSorted((left, right) => left.id - right.id);
  const entries = (await listKeyEntries(reader)).map(({ entry }) => entry);
  const losses = (await listLosses(reader))
    .map(({ entry }) => (entry === null ? undefined : parseLossEntry(entry)))
    .filter((leaf) => leaf !== undefined);
  const keys = rows.map((row) => publicKeyOf(row, origin));
  const stateOf = stateBy({ first: keys.slice(0, 1), entries, losses });
  return rows.map(({ id, createdAt }, at) => {
    const key = keys[at]!;
    return { id, createdAt, key, state: at === 0 ? 'first' : stateOf(key) };
  });
}

function stateBy(given: {
  readonly first: readonly VerifierKey[];
  readonly entries: readonly Uint8Array[];
  readonly losses: readonly LossLeaf[];
}): (key: VerifierKey) => KeyState {
  const { first, entries, losses } = given;
  const leaves = entries.map(parseKeyEntry).filter((leaf) => leaf !== undefined);
  const isAlone = ({ key, outgoing }: KeyLeaf) => hasKey([key], outgoing);
  const alone = leaves.filter(isAlone).map(({ key }) => key);
  const declared = losses.map(({ key }) => key);
  const lost = losses.flatMap((leaf) => leaf.lost);
  const all = followKeys([...first, ...alone, ...declared, ...lost], entries);
  return (key) => {
    const isIntroduced = leaves.some((leaf) => !isAlone(leaf) && hasKey([leaf.key], key));
    if (!hasKey(all, key)) return 'undeclared';
    if (hasKey(declared, key)) return 'declared';
    if (hasKey(alone, key)) return 'alone';
    return isIntroduced ? 'introduced' : 'lost';
  };
}
