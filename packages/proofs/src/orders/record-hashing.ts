/** SHA-256 as the record of commands needs it. An engine brings its machine's own, which is several times as fast. */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { plainBytes, toBase64 } from '../log/plain-bytes.ts';
import { hashNodes, leafHash, type NodeScheme } from '../log/tree-hash.ts';

export interface RecordHashing {
  /** SHA-256 of printable ASCII. */
  hex(text: string): string;
  base64(text: string): string;
  /** The RFC 6962 leaf hash. */
  leaf(text: string): Uint8Array;
  readonly nodes: NodeScheme;
}

export const plainHashing: RecordHashing = {
  hex: (text) => bytesToHex(sha256(utf8ToBytes(text))),
  base64: (text) => toBase64(sha256(utf8ToBytes(text))),
  leaf: (text) => leafHash(plainBytes(text)),
  nodes: hashNodes,
};

/** Who gave a command, and the id of the order or conditional order; both empty where there is none. */
export interface OwnedText {
  readonly owner: string;
  readonly id: string;
}
