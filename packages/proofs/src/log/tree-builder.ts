/** Appends leaves to a tree and yields its tiles and root, keeping only the right edge in memory: at most 255 nodes a level. */
import type { NodeScheme } from './tree-hash.ts';
import { nodesAtLevel, TILE_WIDTH, type TileAddress, tileWithNode } from './tile-path.ts';

/** A tile with its nodes, one behind the other. */
export interface Tile extends TileAddress {
  readonly level: number;
  readonly nodes: Uint8Array;
}

/**
 * Reads a tile that was stored: its nodes, `width` of them or more (a fuller version of the same tile will do).
 * @throws Error, or `undefined` when it is missing
 */
export type ReadTile = (tile: TileAddress & { level: number }) => Promise<Uint8Array | undefined>;

/** A stored tile is not there, or has fewer nodes than it must have. */
export class MissingTile extends Error {}

export interface TreeBuilder {
  /** Leaves so far. */
  readonly size: number;
  /** Appends one leaf node. Undefined when a node above it would be invalid; then nothing can follow. */
  append(leaf: Uint8Array): true | undefined;
  /** The tiles completed since the last call, in the order of completion. */
  takeFull(): Tile[];
  /** The partial tiles at the right edge; a level that ends with a full tile has none. */
  partial(): Tile[];
  /** Undefined for an empty tree, or when a node on the way would be invalid. */
  root(): Uint8Array | undefined;
}

/** An empty tree, or one that goes on at the right edge of `resume`: the nodes of each level behind its last full tile. */
export function createTreeBuilder(
  scheme: NodeScheme,
  resume?: { readonly size: number; readonly edge: readonly (readonly Uint8Array[])[] },
): TreeBuilder {
  const edge: Uint8Array[][] = (resume?.edge ?? []).map((nodes) => [...nodes]);
  const full: Tile[] = [];
  let size = resume?.size ?? 0;

  const push = (level: number, node: Uint8Array): true | undefined => {
    const nodes = (edge[level] ??= []);
    nodes.push(node);
    if (nodes.length < TILE_WIDTH) return true;
    const parent = combineAll(scheme, nodes);
    if (parent === undefined) return undefined;
    const index = Math.floor(size / TILE_WIDTH ** (level + 1));
    full.push({ level, index, width: TILE_WIDTH, nodes: joined(scheme, nodes) });
    edge[level] = [];
    return push(level + 1, parent);
  };

  return {
    get size() {
      return size;
    },
    append(leaf) {
      if (leaf.length !== scheme.width) throw new Error(`a leaf has ${scheme.width} bytes`);
      const isPushed = push(0, leaf);
      size += 1;
      return isPushed;
    },
    takeFull: () => full.splice(0),
    partial: () =>
      edge.flatMap((nodes, level) =>
        nodes.length === 0
          ? []
          : [
              {
                level,
                index: Math.floor(nodesAtLevel(size, level) / TILE_WIDTH),
                width: nodes.length,
                nodes: joined(scheme, nodes),
              },
            ],
      ),
    root() {
      const peaks = edge.toReversed().flatMap((nodes) => perfectParts(nodes));
      return foldRight(
        scheme,
        peaks.map((nodes) => combineAll(scheme, nodes)),
      );
    },
  };
}

/**
 * Goes on with a stored tree of that size. Reads at most one tile a level.
 * @throws Error that names a missing or short tile
 */
export async function resumeTreeBuilder(
  scheme: NodeScheme,
  size: number,
  read: ReadTile,
): Promise<TreeBuilder> {
  const edge: Uint8Array[][] = [];
  for (let level = 0; nodesAtLevel(size, level) > 0; level += 1) {
    const count = nodesAtLevel(size, level);
    const first = count - (count % TILE_WIDTH);
    edge[level] =
      first === count ? [] : await readTileNodes(scheme, tileWithNode(size, level, first), read);
  }
  return createTreeBuilder(scheme, { size, edge });
}

/** The nodes of a stored tile. @throws a thrown `MissingTile` */
export async function readTileNodes(
  scheme: NodeScheme,
  tile: TileAddress,
  read: ReadTile,
): Promise<Uint8Array[]> {
  const level = Number(tile.level);
  const bytes = await read({ ...tile, level });
  if (bytes === undefined || bytes.length < tile.width * scheme.width) {
    throw new MissingTile(`tile ${level}/${tile.index} of width ${tile.width} is missing or short`);
  }
  return Array.from({ length: tile.width }, (_, at) =>
    bytes.slice(at * scheme.width, (at + 1) * scheme.width),
  );
}

/** The node above 2^n nodes; `undefined` when one on the way is invalid. */
export function combineAll(
  scheme: NodeScheme,
  nodes: readonly Uint8Array[],
): Uint8Array | undefined {
  let row: readonly Uint8Array[] = nodes;
  while (row.length > 1) {
    const above: Uint8Array[] = [];
    for (let at = 0; at + 1 < row.length; at += 2) {
      const parent = scheme.combine(row[at] as Uint8Array, row[at + 1] as Uint8Array);
      if (parent === undefined) return undefined;
      above.push(parent);
    }
    row = above;
  }
  return row[0];
}

/** Joins perfect subtrees, widest first, to the node above them all, as RFC 6962 does at the right edge. */
export function foldRight(
  scheme: NodeScheme,
  peaks: readonly (Uint8Array | undefined)[],
): Uint8Array | undefined {
  return peaks
    .slice(0, -1)
    .reduceRight<Uint8Array | undefined>(
      (right, left) =>
        left === undefined || right === undefined ? undefined : scheme.combine(left, right),
      peaks.at(-1),
    );
}

/** Cuts nodes into groups of descending powers of two. */
function perfectParts(nodes: readonly Uint8Array[]): Uint8Array[][] {
  const parts: Uint8Array[][] = [];
  let from = 0;
  for (let width = TILE_WIDTH / 2; width >= 1; width /= 2) {
    if (nodes.length - from < width) continue;
    parts.push(nodes.slice(from, from + width));
    from += width;
  }
  return parts;
}

function joined(scheme: NodeScheme, nodes: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(nodes.length * scheme.width);
  for (const [at, node] of nodes.entries()) bytes.set(node, at * scheme.width);
  return bytes;
}
