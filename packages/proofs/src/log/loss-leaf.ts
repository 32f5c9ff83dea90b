/** The entry that declares keys of the public log as lost: from here on another key signs, and says so itself (docs/public-log.md). */
import {
  plainBytes,
  plainText,
  fromBase64,
  isSameBytes,
  parseWhole,
  toBase64,
} from './plain-bytes.ts';
import {
  formatVerifierKey,
  isSignedBy,
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
  const signed = plainBytes(signedText({ at, key: key.key, lost }));
  const signature = plainBytes(`${toBase64(key.sign(signed))}\n`);
  return new Uint8Array([...signed, ...signature]);
}

/** True for an entry that claims to declare a loss. */
export function isLossEntry(entry: Uint8Array): boolean {
  return isSameBytes(entry.subarray(0, HEADER.length + 1), plainBytes(`${HEADER}\n`));
}

/** Fails with: `undefined` when the entry is no such declaration, or the key that it names did not sign it. */
export function parseLossEntry(entry: Uint8Array): LossLeaf | undefined {
  const [, atText = '', keyText = '', ...rest] = plainText(entry)?.split('\n') ?? [];
  const [signatureText = ''] = rest.splice(-2, 2);
  const at = parseWhole(atText);
  const key = parseVerifierKey(keyText);
  const lost = rest.map(parseVerifierKey).filter((each) => each !== undefined);
  const signature = fromBase64(signatureText);
  if (at === undefined || key?.type !== 'note' || signature === undefined) return undefined;
  const isCount = lost.length > 0 && lost.length <= LOST_MAX;
  if (!isCount || lost.some(({ name, type }) => name !== key.name || type !== 'note')) {
    return undefined;
  }
  const leaf = { at, key, lost };
  const text = signedText(leaf);
  if (!isSameBytes(plainBytes(`${text}${toBase64(signature)}\n`), entry)) return undefined;
  const names = lost.map(formatVerifierKey);
  const isOther = new Set([...names, keyText]).size === names.length + 1;
  return isOther && isSignedBy(key, plainBytes(text), signature) ? leaf : undefined;
}

function signedText({ at, key, lost }: LossLeaf): string {
  const keys = [key, ...lost].map((each) => `${formatVerifierKey(each)}\n`);
  return `${HEADER}\n${at}\n${keys.join('')}`;
}
