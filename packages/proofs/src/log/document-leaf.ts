/** The entry of a document in the public log, such as a member's statement of a month: a salted hash of its bytes. */
import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes, hexToBytes } from '@noble/hashes/utils.js';
import {
  fromBase64,
  isSameBytes,
  parseWhole,
  plainBytes,
  plainText,
  toBase64,
} from './plain-bytes.ts';
import { HASH_BYTES } from './tree-hash.ts';

export interface DocumentLeaf {
  /** What it is, in small letters: "statement". */
  readonly kind: string;
  /** When it was made, epoch milliseconds. */
  readonly at: number;
  readonly hash: Uint8Array;
}

const HEADER = 'tern document 1';
const KIND = /^[a-z][a-z-]{0,29}$/;

/** SHA-256 of the salt (32 hexadecimal digits, 16 bytes) and the document's bytes. */
export function documentHash(salt: string, document: Uint8Array): Uint8Array {
  return sha256(concatBytes(hexToBytes(salt), document));
}

/** Shape: header, kind, time, hash in base64. A newline ends each line. */
export function documentEntry({ kind, at, hash }: DocumentLeaf): Uint8Array {
  return plainBytes(`${HEADER}\n${kind}\n${at}\n${toBase64(hash)}\n`);
}

/** Undefined when the entry is not that of a document. */
export function parseDocumentEntry(entry: Uint8Array): DocumentLeaf | undefined {
  const [header, kind = '', atText = '', hashText = ''] = plainText(entry)?.split('\n') ?? [];
  const at = parseWhole(atText);
  const hash = fromBase64(hashText);
  if (header !== HEADER || !KIND.test(kind) || at === undefined) return undefined;
  if (hash?.length !== HASH_BYTES) return undefined;
  const leaf = { kind, at, hash };
  return isSameBytes(documentEntry(leaf), entry) ? leaf : undefined;
}
