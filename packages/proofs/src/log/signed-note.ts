/** Signed notes: a text with one or more signature lines (C2SP signed-note). */
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { fromBase64, toBase64 } from './plain-bytes.ts';
import { subtreeMessage } from './subtree-message.ts';
import { isKeyName, isSignedBy, type NoteSigner, type VerifierKey } from './verifier-key.ts';

/** One signature line; who signed is only claimed. */
export interface NoteSignature {
  readonly name: string;
  /** Eight hexadecimal digits. */
  readonly id: string;
  readonly bytes: Uint8Array;
}

export interface SignedNote {
  /** With its last newline. */
  readonly text: string;
  readonly signatures: readonly NoteSignature[];
}

/** A signature that was verified. */
export interface VerifiedSignature {
  readonly key: VerifierKey;
  /** When a witness cosigned, in seconds since 1970. Undefined for other signatures. */
  readonly at: number | undefined;
}

const ID_BYTES = 4;
const TIME_BYTES = 8;
const SIGNATURES_MAX = 100;
const LENGTH_MAX = 1_000_000;
const LINE = /^— ([^ ]+) ([^ ]+)$/;
/** Control characters other than newlines, and halves of surrogate pairs, which UTF-8 cannot spell. */
// oxlint-disable-next-line no-control-regex
const FORBIDDEN = /[\u0000-\u0009\u000b-\u001f\p{Surrogate}]/u;

/** Undefined when it is no signed note, or has more than 100 signatures. */
export function parseNote(note: string): SignedNote | undefined {
  if (note.length > LENGTH_MAX || FORBIDDEN.test(note) || !note.endsWith('\n')) return undefined;
  const blank = note.lastIndexOf('\n\n');
  if (blank < 0) return undefined;
  const lines = note.slice(blank + 2, -1).split('\n');
  if (lines.length > SIGNATURES_MAX) return undefined;
  const signatures = lines.map(parseSignature);
  if (!signatures.every((signature) => signature !== undefined)) return undefined;
  return { text: note.slice(0, blank + 1), signatures };
}

/**
 * Verifies a note against the keys that are trusted; signatures of others, of whatever type, are ignored.
 * Undefined when it is no signed note, a signature of a trusted key is wrong or there twice, or none is there.
 */
export function openNote(
  note: string,
  keys: readonly VerifierKey[],
): (SignedNote & { readonly verified: readonly VerifiedSignature[] }) | undefined {
  const parsed = parseNote(note);
  if (parsed === undefined) return undefined;
  const verified: VerifiedSignature[] = [];
  for (const signature of parsed.signatures) {
    const key = keys.find(({ name, id }) => name === signature.name && id === signature.id);
    if (key === undefined) continue;
    const found = verifySignature(parsed.text, key, signature.bytes);
    // Two lines of one key would say two things, such as two times of a witness.
    if (found === undefined || verified.some((each) => each.key === key)) return undefined;
    verified.push(found);
  }
  return verified.length === 0 ? undefined : { ...parsed, verified };
}

/** The note of a text. Shape: `text` ends with a newline. @throws Error for a text no note can have */
export function signNote(text: string, signers: readonly NoteSigner[]): string {
  if (!text.endsWith('\n') || FORBIDDEN.test(text)) throw new Error('not the text of a note');
  return `${text}\n${signers.map((signer) => signatureLine(text, signer)).join('')}`;
}

/**
 * The note with these signature lines; of a key's lines the last one stays.
 * Shape: lines end with a newline.
 * @throws Error for a malformed note or line
 */
export function addSignatures(note: string, lines: readonly string[]): string {
  const added = parseNote(`${note}${lines.join('')}`);
  if (added === undefined) throw new Error('not a note and signature lines');
  const { text, signatures } = added;
  const isLast = ({ name, id }: NoteSignature, at: number) =>
    !signatures.slice(at + 1).some((later) => later.name === name && later.id === id);
  return `${text}\n${signatures.filter(isLast).map(formatSignature).join('')}`;
}

/** A line under a note's text: — name, base64 of key id and signature. */
export function signatureLine(text: string, { key, sign }: NoteSigner): string {
  return formatSignature({ name: key.name, id: key.id, bytes: sign(utf8ToBytes(text)) });
}

/**
 * A witness's line under a checkpoint's text (C2SP tlog-cosignature).
 * Shape: `at` in whole seconds since 1970; the signer's key is of type "cosignature" or "subtree".
 * @throws Error for a text that such a key does not cosign (a broken invariant)
 */
export function cosignatureLine(text: string, { key, sign }: NoteSigner, at: number): string {
  const time = new Uint8Array(TIME_BYTES);
  new DataView(time.buffer).setBigUint64(0, BigInt(at));
  const message = cosignedMessage(text, key, at);
  if (message === undefined) throw new Error('not a checkpoint');
  const signature = sign(message);
  return formatSignature({ name: key.name, id: key.id, bytes: concatBytes(time, signature) });
}

/** Undefined when the line is no signature line. */
export function parseSignature(line: string): NoteSignature | undefined {
  const match = LINE.exec(line);
  if (match === null) return undefined;
  const [, name = '', encoded = ''] = match;
  const bytes = fromBase64(encoded);
  if (!isKeyName(name) || bytes === undefined || bytes.length <= ID_BYTES) return undefined;
  return { name, id: bytesToHex(bytes.subarray(0, ID_BYTES)), bytes: bytes.slice(ID_BYTES) };
}

/** Shape: with a newline. */
export function formatSignature({ name, id, bytes }: NoteSignature): string {
  return `— ${name} ${toBase64(concatBytes(hexToBytes(id), bytes))}\n`;
}

function verifySignature(
  text: string,
  key: VerifierKey,
  bytes: Uint8Array,
): VerifiedSignature | undefined {
  if (key.type === 'note') {
    return isSignedBy(key, utf8ToBytes(text), bytes) ? { key, at: undefined } : undefined;
  }
  if (bytes.length <= TIME_BYTES) return undefined;
  const at = new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0);
  if (at > BigInt(Number.MAX_SAFE_INTEGER)) return undefined;
  const message = cosignedMessage(text, key, Number(at));
  if (message === undefined) return undefined;
  const isSigned = isSignedBy(key, message, bytes.subarray(TIME_BYTES));
  return isSigned ? { key, at: Number(at) } : undefined;
}

/** Undefined for a text that is no checkpoint, where only checkpoints are cosigned. */
function cosignedMessage(text: string, key: VerifierKey, at: number): Uint8Array | undefined {
  if (key.type === 'subtree') return subtreeMessage({ name: key.name, at, text });
  return utf8ToBytes(`cosignature/v1\ntime ${at}\n${text}`);
}
