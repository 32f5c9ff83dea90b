/** Inclusion and consistency proofs: built from tiles (RFC 6962 §2.1), verified without them (RFC 9162 §2.1.3, §2.1.4). */
import { isSameBytes } from './plain-bytes.ts';
import type { NodeScheme } from './tree-hash.ts';
import { TILE_WIDTH, tileWithNode } from './tile-path.ts';
import { combineAll, foldRight, type ReadTile, readTileNodes } from './tree-builder.ts';

/** Leaves `from` to before `to`, a subtree of RFC 6962. */
interface Span {
  readonly from: number;
  readonly to: number;
}

/** A stored tree. */
export interface StoredTree {
  readonly scheme: NodeScheme;
  readonly size: number;
  readonly read: ReadTile;
}

const TILE_HEIGHT = 8;

/** The root of the first `size` leaves. Undefined for size 0 or an invalid node. @throws Error for a missing tile */
export function rootOfTiles(tree: StoredTree): Promise<Uint8Array | undefined> {
  return tree.size === 0 ? Promise.resolve(undefined) : nodeOver(tree, { from: 0, to: tree.size });
}

/**
 * The root that the tree's first `size` leaves had, `size` from 1 to that of the tree.
 * Undefined for an invalid node.
 * @throws Error for a missing tile
 */
export function rootAtSize(tree: StoredTree, size: number): Promise<Uint8Array | undefined> {
  return nodeOver(tree, { from: 0, to: size });
}

/**
 * The inclusion proof of a leaf: its sibling first, the root's child last.
 * @throws Error when the leaf is not in the tree or a tile is missing
 */
export function inclusionPath(tree: StoredTree, index: number): Promise<Uint8Array[]> {
  if (index < 0 || index >= tree.size) throw new Error(`no leaf ${index} in ${tree.size}`);
  const siblings: Span[] = [];
  let span: Span = { from: 0, to: tree.size };
  while (span.to - span.from > 1) {
    const middle = span.from + splitOf(span.to - span.from);
    const left = { from: span.from, to: middle };
    const right = { from: middle, to: span.to };
    siblings.unshift(index < middle ? right : left);
    span = index < middle ? left : right;
  }
  return nodesOver(tree, siblings);
}

/**
 * The consistency proof from the tree's first `oldSize` leaves to the whole tree. Empty for 0 and for the whole size.
 * @throws Error when `oldSize` is larger than the tree or a tile is missing
 */
export function consistencyPath(tree: StoredTree, oldSize: number): Promise<Uint8Array[]> {
  if (oldSize < 0 || oldSize > tree.size) throw new Error(`no size ${oldSize} in ${tree.size}`);
  if (oldSize === 0 || oldSize === tree.size) return Promise.resolve([]);
  const spans: Span[] = [];
  let span: Span = { from: 0, to: tree.size };
  // The old root is known to the verifier when the old tree is this very subtree.
  let isOldRoot = true;
  while (span.to !== oldSize) {
    const middle = span.from + splitOf(span.to - span.from);
    const left = { from: span.from, to: middle };
    const right = { from: middle, to: span.to };
    spans.unshift(oldSize <= middle ? right : left);
    if (oldSize > middle) isOldRoot = false;
    span = oldSize <= middle ? left : right;
  }
  if (!isOldRoot) spans.unshift(span);
  return nodesOver(tree, spans);
}

/** What an inclusion proof claims. */
export interface InclusionClaim {
  readonly scheme: NodeScheme;
  readonly index: number;
  readonly size: number;
  readonly leaf: Uint8Array;
  readonly path: readonly Uint8Array[];
}

/** The root to which a path leads. Undefined when the path has another length or an invalid node. */
export function rootOfInclusion(claim: InclusionClaim): Uint8Array | undefined {
  const { scheme, index, size, path } = claim;
  if (!isPosition(index) || !isPosition(size) || index >= size) return undefined;
  if (![claim.leaf, ...path].every((node) => node.length === scheme.width)) return undefined;
  let place = index;
  let last = size - 1;
  let node: Uint8Array | undefined = claim.leaf;
  for (const sibling of path) {
    if (last === 0 || node === undefined) return undefined;
    if (place % 2 === 1 || place === last) {
      node = scheme.combine(sibling, node);
      while (place % 2 === 0 && place !== 0) [place, last] = [place / 2, Math.floor(last / 2)];
    } else {
      node = scheme.combine(node, sibling);
    }
    [place, last] = [Math.floor(place / 2), Math.floor(last / 2)];
  }
  return last === 0 ? node : undefined;
}

/** True when the leaf is at that index of the tree with that root. */
export function verifyInclusion(claim: InclusionClaim & { readonly root: Uint8Array }): boolean {
  const root = rootOfInclusion(claim);
  return root !== undefined && isSameBytes(root, claim.root);
}

/** What a consistency proof claims: nothing of the old tree was changed, only leaves appended. */
export interface ConsistencyClaim {
  readonly scheme: NodeScheme;
  readonly oldSize: number;
  readonly oldRoot: Uint8Array;
  readonly size: number;
  readonly root: Uint8Array;
  readonly path: readonly Uint8Array[];
}

/** True when the new tree begins with the old one. Every tree begins with the empty one. */
export function verifyConsistency(claim: ConsistencyClaim): boolean {
  const { scheme, oldSize, oldRoot, size, root, path } = claim;
  if (!isPosition(oldSize) || !isPosition(size) || oldSize > size) return false;
  if (oldSize === 0) return path.length === 0;
  if (oldSize === size) return path.length === 0 && isSameBytes(oldRoot, root);
  if (!path.every((node) => node.length === scheme.width)) return false;
  // A complete old tree is a node of the new one, so its root is not sent.
  const nodes = isPowerOfTwo(oldSize) ? [oldRoot, ...path] : path;
  const [first, ...rest] = nodes;
  if (first === undefined || path.length === 0) return false;
  let place = oldSize - 1;
  let last = size - 1;
  while (place % 2 === 1) [place, last] = [(place - 1) / 2, Math.floor(last / 2)];
  let before: Uint8Array | undefined = first;
  let after: Uint8Array | undefined = first;
  for (const node of rest) {
    if (last === 0 || before === undefined || after === undefined) return false;
    if (place % 2 === 1 || place === last) {
      before = scheme.combine(node, before);
      after = scheme.combine(node, after);
      while (place % 2 === 0 && place !== 0) [place, last] = [place / 2, Math.floor(last / 2)];
    } else {
      after = scheme.combine(after, node);
    }
    [place, last] = [Math.floor(place / 2), Math.floor(last / 2)];
  }
  if (last !== 0 || before === undefined || after === undefined) return false;
  return isSameBytes(before, oldRoot) && isSameBytes(after, root);
}

function isPosition(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0;
}

/** The largest power of two below `count`, the width of the left child. */
function splitOf(count: number): number {
  let width = 1;
  while (width * 2 < count) width *= 2;
  return width;
}

function isPowerOfTwo(count: number): boolean {
  return splitOf(count + 1) === count;
}

async function nodesOver(tree: StoredTree, spans: readonly Span[]): Promise<Uint8Array[]> {
  const nodes = await Promise.all(spans.map((span) => nodeOver(tree, span)));
  return nodes.map((node) => {
    if (node === undefined) throw new Error('the stored tree has an invalid node');
    return node;
  });
}

/** The node over a span, from its perfect subtrees. */
async function nodeOver(tree: StoredTree, { from, to }: Span): Promise<Uint8Array | undefined> {
  const peaks: Promise<Uint8Array | undefined>[] = [];
  for (let start = from; start < to; ) {
    const width = splitOf(to - start + 1);
    peaks.push(perfectNode(tree, { from: start, to: start + width }));
    start += width;
  }
  return foldRight(tree.scheme, await Promise.all(peaks));
}

/** The node over 2^height leaves, from the one tile that has it or the nodes just below it. */
async function perfectNode(
  { scheme, size, read }: StoredTree,
  { from, to }: Span,
): Promise<Uint8Array | undefined> {
  const width = to - from;
  const height = Math.round(Math.log2(width));
  const level = Math.floor(height / TILE_HEIGHT);
  const count = 2 ** (height % TILE_HEIGHT);
  const first = from / TILE_WIDTH ** level;
  const tile = tileWithNode(size, level, first);
  const nodes = await readTileNodes(scheme, tile, read);
  const start = first % TILE_WIDTH;
  return combineAll(scheme, nodes.slice(start, start + count));
}
