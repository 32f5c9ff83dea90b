/**
 * Nodes of a Merkle-sum tree: a sum of 16 bytes and a hash of 32. A parent's hash covers both children with their sums, so that
 * no sum can be changed below a root.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes } from '@noble/hashes/utils.js';
import { HASH_BYTES, type NodeScheme } from '../log/tree-hash.ts';

const SUM_BYTES = 16;
const HALF_BITS = 64n;
const HALF_BYTES = 8;
export const SUM_NODE_BYTES = SUM_BYTES + HASH_BYTES;

/** The largest sum: 2^127 − 1, in units of 10^-18 about 1.7 × 10^20 of an asset. */
export const SUM_MAX = 2n ** 127n - 1n;

const NODE_PREFIX = Uint8Array.of(1);

/** Shape: `sum` in units of 10^-18. Undefined when it is negative or above `SUM_MAX`. */
export function sumNode(sum: bigint, hash: Uint8Array): Uint8Array | undefined {
  if (sum < 0n || sum > SUM_MAX) return undefined;
  const node = new Uint8Array(SUM_NODE_BYTES);
  const view = new DataView(node.buffer);
  view.setBigUint64(0, sum >> HALF_BITS);
  view.setBigUint64(HALF_BYTES, BigInt.asUintN(64, sum));
  node.set(hash, SUM_BYTES);
  return node;
}

/** The sum of a node, in units of 10^-18. It may be above `SUM_MAX`; then no node is made from it. */
export function sumOfNode(node: Uint8Array): bigint {
  const view = new DataView(node.buffer, node.byteOffset);
  return (view.getBigUint64(0) << HALF_BITS) | view.getBigUint64(HALF_BYTES);
}

/** The hash of a node. */
export function hashOfNode(node: Uint8Array): Uint8Array {
  return node.slice(SUM_BYTES);
}

/** The tree's shape is that of the public log; a sum that would not fit has no node. */
export const sumNodes: NodeScheme = {
  width: SUM_NODE_BYTES,
  combine(left, right) {
    const [leftSum, rightSum] = [sumOfNode(left), sumOfNode(right)];
    if (leftSum > SUM_MAX || rightSum > SUM_MAX) return undefined;
    return sumNode(leftSum + rightSum, sha256(concatBytes(NODE_PREFIX, left, right)));
  },
};
