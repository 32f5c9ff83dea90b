/** The published tree of liabilities: anyone totals it, a member finds and proves their own leaves in it. */
import { type Amount, formatDecimal } from '@tern/money';
import { isSameBytes } from '../log/plain-bytes.ts';
import { createTreeBuilder, readTileNodes, type ReadTile } from '../log/tree-builder.ts';
import { inclusionPath } from '../log/tree-proof.ts';
import { TILE_WIDTH, tilesOfLevel, tileWithNode } from '../log/tile-path.ts';
import { type BalancePart, partNode } from './balance-part.ts';
import { compareHashes } from './build-tree.ts';
import type { AssetLiabilities } from './snapshot-leaf.ts';
import { hashOfNode, SUM_MAX, sumNodes, sumOfNode } from './sum-node.ts';

/** A member's leaf with the path to the root of its asset. */
export interface ProvenPart extends BalancePart {
  readonly index: number;
  /** Nodes of 48 bytes, the leaf's sibling first. */
  readonly path: readonly Uint8Array[];
}

/**
 * Adds up all leaves of an asset and builds the tree again, one tile in memory.
 * Returns the reason, in English, when the tree is not what the entry in the log says; undefined when it is.
 */
export async function totalPublishedTree(
  { asset, leaves, total, root }: AssetLiabilities,
  read: ReadTile,
): Promise<string | undefined> {
  const tree = createTreeBuilder(sumNodes);
  let sum = 0n;
  let last: Uint8Array | undefined;
  for (const tile of tilesOfLevel(leaves)) {
    for (const node of await readTileNodes(sumNodes, tile, read)) {
      if (last !== undefined && compareHashes(last, node) >= 0) {
        return `leaf ${tree.size} of ${asset} is not above the one before it: it may be counted twice`;
      }
      if (sumOfNode(node) > SUM_MAX || tree.append(node) === undefined) {
        return `leaf ${tree.size} of ${asset} has an impossible amount`;
      }
      sum += sumOfNode(node);
      last = node;
    }
    tree.takeFull();
  }
  const found = tree.root();
  if (found === undefined || !isSameBytes(hashOfNode(found), root)) {
    return `the leaves of ${asset} do not give the root in the log`;
  }
  if (sum === total) return undefined;
  return `the leaves of ${asset} add up to ${formatDecimal(sum as Amount)}, not ${formatDecimal(total)}`;
}

/**
 * Finds parts of a balance in the stored tree by binary search and proves them.
 * Undefined when one is not there.
 * @throws Error when a tile is missing
 */
export async function proveParts(
  leaves: number,
  parts: readonly BalancePart[],
  read: ReadTile,
): Promise<ProvenPart[] | undefined> {
  const proven: ProvenPart[] = [];
  for (const part of parts) {
    const node = partNode(part);
    const index = node === undefined ? undefined : await findLeaf(leaves, node, read);
    if (index === undefined) return undefined;
    const path = await inclusionPath({ scheme: sumNodes, size: leaves, read }, index);
    proven.push({ ...part, index, path });
  }
  return proven;
}

async function findLeaf(
  leaves: number,
  node: Uint8Array,
  read: ReadTile,
): Promise<number | undefined> {
  let [low, high] = [0, Math.ceil(leaves / TILE_WIDTH) - 1];
  while (low <= high) {
    const middle = Math.floor((low + high) / 2);
    const tile = tileWithNode(leaves, 0, middle * TILE_WIDTH);
    const nodes = await readTileNodes(sumNodes, tile, read);
    const [first, last] = [nodes[0], nodes.at(-1)];
    if (first === undefined || last === undefined) return undefined;
    if (compareHashes(node, first) < 0) high = middle - 1;
    else if (compareHashes(node, last) > 0) low = middle + 1;
    else {
      const at = nodes.findIndex((each) => isSameBytes(each, node));
      return at < 0 ? undefined : middle * TILE_WIDTH + at;
    }
  }
  return undefined;
}
