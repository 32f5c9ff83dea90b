/** The entry that declares keys of the public log as lost: from here on another key signs, and says so itself (docs/public-log.md). */
import { parseWhole, plainText } from './plain-bytes.ts';
import { hasHeader, isSignedLines, signLines } from './signed-lines.ts';
import {
  formatVerifierKey,
  type NoteSigner,
  parseVerifierKey,
  type VerifierKey,
} from './verifier-key.ts';

/** Nobody has to believe it: a thief of the server could write one too. It makes the break public and dates it. */
export interface LossLeaf {
  /** When it was declared, epoch milliseconds. */
  readonly at: number;
  /** Signs in place of the lost ones, and signed this. */
  readonly key: VerifierKey;
  /** One or more keys of the log that can sign nothing any more. */
  readonly lost: readonly VerifierKey[];
}

const HEADER = 'tern key loss 1';
/** Our choice: more keys than a log has in a century. */
const LOST_MAX = 100;

/** Shape: header, time, the key from here on, each lost key, the first key's signature of these lines in base64. A newline ends each line. */
export function lossEntry({
  at,
  key,
  lost,
}: Omit<LossLeaf, 'key'> & { readonly key: NoteSigner }): Uint8Array {
  return signLines(signedText({ at, key: key.key, lost }), key);
}

/** True for an entry that claims to declare a loss. */
export function isLossEntry(entry: Uint8Array): boolean {
  return hasHeader(entry, HEADER);
}

/** Undefined when the entry is no such declaration, or the key that it names did not sign it. */
export function parseLossEntry(entry: Uint8Array): LossLeaf | undefined {
  const [, atText = '', keyText = '', ...rest] = plainText(entry)?.split('\n') ?? [];
  const at = parseWhole(atText);
  const key = parseVerifierKey(keyText);
  // The signature follows, and the end of its line.
  const lost = rest
    .slice(0, -2)
    .map(parseVerifierKey)
    .filter((each) => each !== undefined);
  if (at === undefined || key?.type !== 'note') return undefined;
  const isCount = lost.length > 0 && lost.length <= LOST_MAX;
  if (!isCount || lost.some(({ name, type }) => name !== key.name || type !== 'note')) {
    return undefined;
  }
  const names = lost.map(formatVerifierKey);
  const isOther = new Set([...names, keyText]).size === names.length + 1;
  const leaf = { at, key, lost };
  return isOther && isSignedLines(entry, signedText(leaf), key) ? leaf : undefined;
}

function signedText({ at, key, lost }: LossLeaf): string {
  const keys = [key, ...lost].map((each) => `${formatVerifierKey(each)}\n`);
  return `${HEADER}\n${at}\n${keys.join('')}`;
}
