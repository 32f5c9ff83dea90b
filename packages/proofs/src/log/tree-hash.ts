/** The hashes of RFC 6962 §2.1, and what a tree needs to know about its nodes. */
import { sha256 } from '@noble/hashes/sha2.js';

/** How nodes of a binary tree are made. The shape of the tree is that of RFC 6962 for all of them. */
export interface NodeScheme {
  /** Bytes of a node: 32 for hashes; 48 for a sum and a hash. */
  readonly width: number;
  /** The parent of two nodes. Undefined when they have no valid parent (a sum above its bound). */
  combine(left: Uint8Array, right: Uint8Array): Uint8Array | undefined;
}

export const HASH_BYTES = 32;

const LEAF_PREFIX = 0;
const NODE_PREFIX = 1;

/** The root of a tree without entries. */
export function emptyRoot(): Uint8Array {
  return sha256(new Uint8Array(0));
}

/** SHA-256 of the byte 0 and the entry. */
export function leafHash(entry: Uint8Array): Uint8Array {
  return prefixedHash(LEAF_PREFIX, entry);
}

/** SHA-256 of the byte 1 and both children. */
export function nodeHash(left: Uint8Array, right: Uint8Array): Uint8Array {
  return prefixedHash(NODE_PREFIX, left, right);
}

/** Nodes are SHA-256 hashes; two of them always have a parent. */
export const hashNodes: NodeScheme = { width: HASH_BYTES, combine: nodeHash };

function prefixedHash(prefix: number, ...parts: readonly Uint8Array[]): Uint8Array {
  const input = new Uint8Array(1 + parts.reduce((length, part) => length + part.length, 0));
  input[0] = prefix;
  let at = 1;
  for (const part of parts) {
    input.set(part, at);
    at += part.length;
  }
  return sha256(input);
}
