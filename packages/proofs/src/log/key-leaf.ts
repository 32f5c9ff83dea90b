/** The entry of a new key in the public log, signed by the key before it (docs/public-log.md). */
import { parseWhole, plainText } from './plain-bytes.ts';
import { hasHeader, isSignedLines, signLines } from './signed-lines.ts';
import {
  formatVerifierKey,
  type NoteSigner,
  parseVerifierKey,
  type VerifierKey,
} from './verifier-key.ts';

export interface KeyLeaf {
  /** When the new key was made, epoch milliseconds. */
  readonly at: number;
  /** Signs checkpoints from here on. */
  readonly key: VerifierKey;
  /** The key that signed for it. One that replaces a lost key signed for itself, which nobody has to believe. */
  readonly outgoing: VerifierKey;
}

const HEADER = 'tern key 1';

/** Shape: header, time, new key, outgoing key, its signature of these four lines in base64. A newline ends each line. */
export function keyEntry({
  at,
  key,
  outgoing,
}: Omit<KeyLeaf, 'outgoing'> & { readonly outgoing: NoteSigner }): Uint8Array {
  return signLines(signedText({ at, key, outgoing: outgoing.key }), outgoing);
}

/** True for an entry that claims to introduce a key. */
export function isKeyEntry(entry: Uint8Array): boolean {
  return hasHeader(entry, HEADER);
}

/** Undefined when the entry is not that of a key, or the outgoing key did not sign it. */
export function parseKeyEntry(entry: Uint8Array): KeyLeaf | undefined {
  const [, atText = '', keyText = '', outgoingText = ''] = plainText(entry)?.split('\n') ?? [];
  const at = parseWhole(atText);
  const key = parseVerifierKey(keyText);
  const outgoing = parseVerifierKey(outgoingText);
  if (at === undefined || key?.type !== 'note' || outgoing?.type !== 'note') return undefined;
  if (key.name !== outgoing.name) return undefined;
  const leaf = { at, key, outgoing };
  return isSignedLines(entry, signedText(leaf), outgoing) ? leaf : undefined;
}

/**
 * The keys that are known, then those that the entries introduce from them on: each signed by one that is known by then.
 * Shape: `entries` are in the log, in any order; those that no known key signed are passed over.
 */
export function followKeys(
  known: readonly VerifierKey[],
  entries: readonly Uint8Array[],
): VerifierKey[] {
  const keys = [...known];
  const leaves = entries.map(parseKeyEntry).filter((leaf) => leaf !== undefined);
  for (;;) {
    const next = leaves.find(({ key, outgoing }) => hasKey(keys, outgoing) && !hasKey(keys, key));
    if (next === undefined) return keys;
    keys.push(next.key);
  }
}

export function hasKey(keys: readonly VerifierKey[], key: VerifierKey): boolean {
  const text = formatVerifierKey(key);
  return keys.some((each) => formatVerifierKey(each) === text);
}

function signedText({ at, key, outgoing }: KeyLeaf): string {
  return `${HEADER}\n${at}\n${formatVerifierKey(key)}\n${formatVerifierKey(outgoing)}\n`;
}
