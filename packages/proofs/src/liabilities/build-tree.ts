/** Builds the tree of one asset's liabilities, however many members there are, in bounded memory. */
import type { Amount } from '@tern/money';
import { compareBytes } from '../log/plain-bytes.ts';
import { createTreeBuilder, type Tile } from '../log/tree-builder.ts';
import { type BalancePart, partNode } from './balance-part.ts';
import type { AssetLiabilities } from './snapshot-leaf.ts';
import { hashOfNode, SUM_NODE_BYTES, sumNodes, sumOfNode } from './sum-node.ts';

/** Where nodes wait to be sorted: 256 files or arrays, numbered from 0. */
export interface NodeBuckets {
  /** Adds nodes to the end of a bucket. */
  put(bucket: number, nodes: Uint8Array): Promise<void>;
  /** All nodes of a bucket, in any order. Called once for each bucket, in ascending order. */
  take(bucket: number): Promise<Uint8Array>;
  /** Called about once a millisecond of work while the tree is built, so that other work can be done. */
  rest?(): Promise<void>;
}

export interface LiabilitiesBuilder {
  /** Adds the parts of one member's balance. @throws Error for an amount that no node can have */
  add(parts: readonly BalancePart[]): Promise<void>;
  /**
   * Sorts the leaves by their hash, which is a random order as no hash can be foreseen, and builds the tree above them. Each
   * tile is passed to `save` once. Undefined without leaves.
   * @throws Error when the total does not fit or two leaves are equal
   */
  finish(save: (tile: Tile) => Promise<void>): Promise<AssetLiabilities | undefined>;
}

const BUCKETS = 256;
const NODES_BUFFERED = 64;
/** Nodes hashed in about a millisecond. */
const NODES_PER_TURN = 64;
/** Where the hash begins in a node: its first byte is the bucket. */
const HASH_AT = SUM_NODE_BYTES - 32;

/** Memory: one bucket (1/256 of all leaves), a buffer of 3 KiB for each, and the right edge of the tree. */
export function createLiabilitiesBuilder(asset: string, buckets: NodeBuckets): LiabilitiesBuilder {
  const buffers = Array.from({ length: BUCKETS }, () => ({
    bytes: new Uint8Array(NODES_BUFFERED * SUM_NODE_BYTES),
    used: 0,
  }));
  const flush = async (bucket: number): Promise<void> => {
    const buffer = buffers[bucket];
    if (buffer === undefined || buffer.used === 0) return;
    const nodes = buffer.bytes.slice(0, buffer.used);
    buffer.used = 0;
    await buckets.put(bucket, nodes);
  };
  return {
    async add(parts) {
      for (const part of parts) {
        const node = partNode(part);
        if (node === undefined || part.asset !== asset) {
          throw new Error(`not a balance of ${asset}: member ${part.owner}, part ${part.part}`);
        }
        const bucket = node[HASH_AT] ?? 0;
        const buffer = buffers[bucket];
        if (buffer === undefined) continue;
        buffer.bytes.set(node, buffer.used);
        buffer.used += SUM_NODE_BYTES;
        if (buffer.used === buffer.bytes.length) await flush(bucket);
      }
    },
    async finish(save) {
      const tree = createTreeBuilder(sumNodes);
      let last: Uint8Array | undefined;
      for (let bucket = 0; bucket < BUCKETS; bucket += 1) {
        await flush(bucket);
        for (const node of sortedNodes(await buckets.take(bucket))) {
          if (last !== undefined && compareHashes(last, node) === 0) {
            throw new Error(`two leaves of ${asset} are equal`);
          }
          last = node;
          if (tree.append(node) === undefined)
            throw new Error(`the total of ${asset} is too large`);
          if (tree.size % NODES_PER_TURN === 0) await buckets.rest?.();
        }
        for (const tile of tree.takeFull()) await save(tile);
      }
      for (const tile of tree.partial()) await save(tile);
      if (tree.size === 0) return undefined;
      const root = tree.root();
      if (root === undefined) throw new Error(`the total of ${asset} is too large`);
      const total = sumOfNode(root) as Amount;
      return { asset, leaves: tree.size, total, root: hashOfNode(root) };
    },
  };
}

/** Orders leaves by their hash; negative, zero or positive. */
export function compareHashes(left: Uint8Array, right: Uint8Array): number {
  return compareBytes(left.subarray(HASH_AT), right.subarray(HASH_AT));
}

function sortedNodes(bytes: Uint8Array): Uint8Array[] {
  return Array.from({ length: bytes.length / SUM_NODE_BYTES }, (_, at) =>
    bytes.slice(at * SUM_NODE_BYTES, (at + 1) * SUM_NODE_BYTES),
  ).sort(compareHashes);
}
