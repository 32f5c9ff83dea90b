/** Where tiles are: `tile/<level>/<index>[.p/<width>]` and `tile/entries/<index>[.p/<width>]` (C2SP tlog-tiles). */
import { parseWhole } from './plain-bytes.ts';

/** Nodes in a full tile, and entries in a full bundle. */
export const TILE_WIDTH = 256;

const LEVEL_MAX = 63;

/** A tile of a tree: `width` consecutive nodes of height `8 × level`, from node `256 × index` on. */
export interface TileAddress {
  /** 0 for the leaves, or "entries" for the bundle of the entries themselves. */
  readonly level: number | 'entries';
  readonly index: number;
  /** 1 to 256; below 256 the tile is partial. */
  readonly width: number;
}

/** Shape: `tile/0/x001/x234/067`, `tile/1/000.p/17`. */
export function tilePath({ level, index, width }: TileAddress): string {
  const groups: string[] = [];
  for (let rest = index; groups.length === 0 || rest > 0; rest = Math.floor(rest / 1000)) {
    groups.unshift(String(rest % 1000).padStart(3, '0'));
  }
  const last = groups.length - 1;
  const name = groups.map((group, at) => (at === last ? group : `x${group}`)).join('/');
  return `tile/${level}/${name}${width === TILE_WIDTH ? '' : `.p/${width}`}`;
}

/** Undefined when it is not the one path of a tile. */
export function parseTilePath(path: string): TileAddress | undefined {
  const match = /^tile\/(\d{1,2}|entries)\/((?:x\d{3}\/)*\d{3})(?:\.p\/(\d{1,3}))?$/.exec(path);
  if (match === null) return undefined;
  const [, level = '', name = '', partial] = match;
  const address = {
    level: level === 'entries' ? ('entries' as const) : Number(level),
    index: Number(name.replaceAll(/[x/]/g, '')),
    width: partial === undefined ? TILE_WIDTH : (parseWhole(partial) ?? 0),
  };
  const isKnown = address.level === 'entries' || address.level <= LEVEL_MAX;
  const isPossible = Number.isSafeInteger(address.index) && address.width > 0;
  return isKnown && isPossible && tilePath(address) === path ? address : undefined;
}

/** The number of whole nodes at a level of a tree: `floor(size / 256^level)`. */
export function nodesAtLevel(size: number, level: number): number {
  return Math.floor(size / TILE_WIDTH ** level);
}

/** The tile of a level that contains a node, as wide as it is in a tree of that size. */
export function tileWithNode(size: number, level: number, node: number): TileAddress {
  const index = Math.floor(node / TILE_WIDTH);
  const width = Math.min(TILE_WIDTH, nodesAtLevel(size, level) - index * TILE_WIDTH);
  return { level, index, width };
}

/** All tiles of a tree of that size, level by level; with `entries`, the bundles first. */
export function* tilesOfTree(size: number, what?: 'with entries'): Generator<TileAddress> {
  if (what === 'with entries') {
    for (const tile of tilesOfLevel(size)) yield { ...tile, level: 'entries' };
  }
  for (let level = 0, nodes = size; nodes > 0; level += 1, nodes = nodesAtLevel(size, level)) {
    yield* tilesOfLevel(size, level);
  }
}

/** The tiles of one level of a tree of that size, in order. */
export function* tilesOfLevel(size: number, level = 0): Generator<TileAddress & { level: number }> {
  const nodes = nodesAtLevel(size, level);
  for (let index = 0; index * TILE_WIDTH < nodes; index += 1) {
    yield { level, index, width: Math.min(TILE_WIDTH, nodes - index * TILE_WIDTH) };
  }
}
