/** Checkpoints: the signed size and root of a log (C2SP tlog-checkpoint), with cosignatures of witnesses. */
import { fromBase64, parseWhole, toBase64 } from './plain-bytes.ts';
import { openNote, parseNote, type VerifiedSignature } from './signed-note.ts';
import { HASH_BYTES } from './tree-hash.ts';
import type { VerifierKey } from './verifier-key.ts';

export interface Checkpoint {
  /** The log's unique name, such as `exchange.example/log`. */
  readonly origin: string;
  /** Entries in the log. */
  readonly size: number;
  readonly root: Uint8Array;
}

/** Whom a verifier trusts. */
export interface LogTrust {
  readonly origin: string;
  /** Keys of the log: the present one and, after a rotation, former ones. Any of them signs for it. */
  readonly keys: readonly VerifierKey[];
  /** Keys of witnesses; none when cosignatures do not matter. */
  readonly witnesses?: readonly VerifierKey[];
  /** Whether the witnesses that cosigned are enough; absent: none is needed. */
  readonly isMet?: (cosigned: readonly VerifierKey[]) => boolean;
}

export interface OpenedCheckpoint extends Checkpoint {
  /** The log's own signatures that were verified. At least one. */
  readonly signatures: readonly VerifiedSignature[];
  /** Those of trusted witnesses, one for each. */
  readonly cosignatures: readonly VerifiedSignature[];
}

/** The text of a checkpoint. Our logs write no extension lines. */
export function checkpointText({ origin, size, root }: Checkpoint): string {
  return `${origin}\n${size}\n${toBase64(root)}\n`;
}

/** Reads the text of a note. Extension lines are read over. Undefined when it is no checkpoint. */
export function parseCheckpoint(text: string): Checkpoint | undefined {
  const [origin = '', sizeText = '', rootText = '', ...rest] = text.split('\n');
  const size = parseWhole(sizeText);
  const root = fromBase64(rootText);
  if (origin === '' || size === undefined || root?.length !== HASH_BYTES) return undefined;
  // The last newline leaves one empty part; no line before it is empty.
  const isEnded = rest.at(-1) === '' && rest.slice(0, -1).every((line) => line !== '');
  return isEnded ? { origin, size, root } : undefined;
}

/**
 * Verifies a checkpoint. Undefined when it is malformed, of another log, not signed by a key of the log, or has a wrong
 * signature of a trusted key, or two of one, or lacks the witnesses that it should have.
 */
export function openCheckpoint(note: string, trust: LogTrust): OpenedCheckpoint | undefined {
  const witnesses = (trust.witnesses ?? []).filter(({ type }) => type !== 'note');
  const own = trust.keys.filter(({ type }) => type === 'note');
  const opened = openNote(note, [...own, ...witnesses]);
  const checkpoint = opened === undefined ? undefined : parseCheckpoint(opened.text);
  if (opened === undefined || checkpoint?.origin !== trust.origin) return undefined;
  const signatures = opened.verified.filter(({ key }) => key.type === 'note');
  const cosignatures = opened.verified.filter(({ key }) => key.type !== 'note');
  const isCosigned = trust.isMet?.(cosignatures.map(({ key }) => key)) ?? true;
  return signatures.length === 0 || !isCosigned
    ? undefined
    : { ...checkpoint, signatures, cosignatures };
}

/** The ids of further keys that signed a note in the log's name, as its lines claim. Nothing is verified. */
export function otherSigners(note: string, { origin, keys }: LogTrust): string[] {
  return (parseNote(note)?.signatures ?? [])
    .filter(({ name, id }) => name === origin && keys.every((key) => key.id !== id))
    .map(({ id }) => id);
}
