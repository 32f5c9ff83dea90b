import { utf8ToBytes } from '@noble/hashes/utils.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  consistencyPath,
  createTreeBuilder,
  emptyRoot,
  hashNodes,
  inclusionPath,
  leafHash,
  nodeHash,
  parseTilePath,
  type ReadTile,
  resumeTreeBuilder,
  rootOfTiles,
  type Tile,
  tilePath,
  tilesOfTree,
  type TreeBuilder,
  toBase64,
  verifyConsistency,
  verifyInclusion,
} from '../index.ts';

const scheme = hashNodes;
const leafAt = (at: number) => leafHash(utf8ToBytes(`entry ${at}`));
const leavesTo = (size: number) => Array.from({ length: size }, (_, at) => leafAt(at));

/** RFC 6962 §2.1, written as it stands there. */
function naiveRoot(leaves: readonly Uint8Array[]): Uint8Array {
  if (leaves.length === 0) return emptyRoot();
  if (leaves.length === 1) return leaves[0]!;
  const middle = naiveSplit(leaves.length);
  return nodeHash(naiveRoot(leaves.slice(0, middle)), naiveRoot(leaves.slice(middle)));
}

function naiveSplit(count: number): number {
  let middle = 1;
  while (middle * 2 < count) middle *= 2;
  return middle;
}

/** PATH(m, D[n]) of RFC 6962 §2.1.1. */
function naivePath(index: number, leaves: readonly Uint8Array[]): Uint8Array[] {
  if (leaves.length === 1) return [];
  const middle = naiveSplit(leaves.length);
  const [left, right] = [leaves.slice(0, middle), leaves.slice(middle)];
  return index < middle
    ? [...naivePath(index, left), naiveRoot(right)]
    : [...naivePath(index - middle, right), naiveRoot(left)];
}

/** SUBPROOF(m, D[n], b) of RFC 6962 §2.1.2. */
function naiveSubproof(size: number, leaves: readonly Uint8Array[], isRoot: boolean): Uint8Array[] {
  if (size === leaves.length) return isRoot ? [] : [naiveRoot(leaves)];
  const middle = naiveSplit(leaves.length);
  const [left, right] = [leaves.slice(0, middle), leaves.slice(middle)];
  return size <= middle
    ? [...naiveSubproof(size, left, isRoot), naiveRoot(right)]
    : [...naiveSubproof(size - middle, right, false), naiveRoot(left)];
}

/** Keeps tiles by their path, and a partial tile only until the next one of the same place. */
function tileFolder() {
  const tiles = new Map<string, Uint8Array>();
  const put = (tile: Tile) => tiles.set(tilePath(tile), tile.nodes);
  const save = (tree: TreeBuilder) => [...tree.takeFull(), ...tree.partial()].forEach(put);
  const read: ReadTile = async (tile) =>
    tiles.get(tilePath(tile)) ?? tiles.get(tilePath({ ...tile, width: 256 }));
  return { tiles, save, read };
}

function treeOf(size: number) {
  const folder = tileFolder();
  const builder = createTreeBuilder(scheme);
  for (const leaf of leavesTo(size)) builder.append(leaf);
  folder.save(builder);
  return { ...folder, builder, stored: { scheme, size, read: folder.read } };
}

const SIZES = [1, 2, 3, 7, 8, 255, 256, 257, 511, 512, 600, 1000];

describe('a tree of a log', () => {
  it('hashes as RFC 6962 does', () => {
    expect(toBase64(emptyRoot())).toBe('47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=');
    expect(createTreeBuilder(scheme).root()).toBeUndefined();
  });

  it.each(SIZES)(
    'of %i leaves has the naive root, from its edge and from its tiles',
    async (size) => {
      const { builder, stored } = treeOf(size);
      const root = naiveRoot(leavesTo(size));
      expect(builder.root()).toEqual(root);
      expect(await rootOfTiles(stored)).toEqual(root);
    },
  );

  it('goes on after a restart as if it had never stopped', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 0, max: 300 }), { maxLength: 4 }),
        async (runs) => {
          const folder = tileFolder();
          let size = 0;
          for (const run of runs) {
            const tree = await resumeTreeBuilder(scheme, size, folder.read);
            for (let count = 0; count < run; count += 1, size += 1) tree.append(leafAt(size));
            folder.save(tree);
            expect(tree.size).toBe(size);
            expect(tree.root() ?? emptyRoot()).toEqual(naiveRoot(leavesTo(size)));
          }
          for (const tile of tilesOfTree(size)) expect(folder.tiles.has(tilePath(tile))).toBe(true);
        },
      ),
      { numRuns: 30 },
    );
  });

  it('writes the tiles that the specification names for 70,000 leaves', () => {
    const counts = new Map<string, number>();
    for (const { level, width } of tilesOfTree(70_000, 'with entries')) {
      const kind = `${level} ${width}`;
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
    }
    expect(Object.fromEntries(counts)).toEqual({
      'entries 256': 273,
      'entries 112': 1,
      '0 256': 273,
      '0 112': 1,
      '1 256': 1,
      '1 17': 1,
      '2 1': 1,
    });
    expect([...tilesOfTree(256)].map(tilePath)).toEqual(['tile/0/000', 'tile/1/000.p/1']);
  });

  it('refuses a tile that is missing or cut off', async () => {
    const { stored, tiles } = treeOf(300);
    const path = 'tile/0/001.p/44';
    tiles.set(path, tiles.get(path)!.subarray(0, 43 * 32));
    await expect(rootOfTiles(stored)).rejects.toThrow('tile 0/1 of width 44 is missing or short');
    await expect(resumeTreeBuilder(scheme, 300, stored.read)).rejects.toThrow('tile 0/1');
    tiles.delete(path);
    await expect(inclusionPath(stored, 299)).rejects.toThrow('missing or short');
  });
});

describe('the path of a tile', () => {
  it('is written as the specification says', () => {
    expect(tilePath({ level: 0, index: 1_234_067, width: 256 })).toBe('tile/0/x001/x234/067');
    expect(tilePath({ level: 'entries', index: 7, width: 12 })).toBe('tile/entries/007.p/12');
  });

  it('is read in this form only', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.constant('entries' as const), fc.nat(63)),
        fc.nat(),
        fc.integer({ min: 1, max: 256 }),
        (level, index, width) => {
          const address = { level, index, width };
          expect(parseTilePath(tilePath(address))).toEqual(address);
        },
      ),
    );
    for (const path of [
      'tile/64/000',
      'tile/00/000',
      'tile/0/0',
      'tile/0/x000/001',
      'tile/0/000.p/0',
      'tile/0/000.p/256',
      'tile/0/000.p/07',
      'tile/0/001/x002',
      '/tile/0/000',
      'tile/0/../000',
    ]) {
      expect(parseTilePath(path), path).toBeUndefined();
    }
  });
});

const places = fc
  .integer({ min: 1, max: 700 })
  .chain((size) => fc.record({ size: fc.constant(size), index: fc.nat(size - 1) }));

describe('a proof of inclusion', () => {
  it('is the naive one, and verifies', async () => {
    await fc.assert(
      fc.asyncProperty(places, async ({ size, index }) => {
        const { stored } = treeOf(size);
        const leaves = leavesTo(size);
        const path = await inclusionPath(stored, index);
        expect(path).toEqual(naivePath(index, leaves));
        const claim = { scheme, index, size, leaf: leaves[index]!, path, root: naiveRoot(leaves) };
        expect(verifyInclusion(claim)).toBe(true);
      }),
      { numRuns: 60 },
    );
  });

  it('fails when the leaf, its place, the size or any hash is another', async () => {
    await fc.assert(
      fc.asyncProperty(places, fc.nat(), async ({ size, index }, at) => {
        const { stored, builder } = treeOf(size);
        const path = await inclusionPath(stored, index);
        const root = builder.root()!;
        const claim = { scheme, index, size, leaf: leafAt(index), path, root };
        expect(verifyInclusion({ ...claim, leaf: leafAt(index + 1) })).toBe(false);
        expect(verifyInclusion({ ...claim, index: index + 1 })).toBe(false);
        expect(verifyInclusion({ ...claim, index: -1 })).toBe(false);
        expect(verifyInclusion({ ...claim, path: [...path, root] })).toBe(false);
        if (path.length === 0) return;
        const turned = path.with(at % path.length, leafAt(size + 1));
        expect(verifyInclusion({ ...claim, path: turned })).toBe(false);
        expect(verifyInclusion({ ...claim, path: path.slice(1) })).toBe(false);
        expect(verifyInclusion({ ...claim, path: path.slice(0, -1) })).toBe(false);
      }),
      { numRuns: 60 },
    );
  });

  it('does not accept an inner node as a leaf', async () => {
    const { stored, builder } = treeOf(4);
    const [, above] = await inclusionPath(stored, 0);
    const inner = nodeHash(leafAt(0), leafAt(1));
    const claim = { scheme, index: 0, size: 4, leaf: inner, path: [above!], root: builder.root()! };
    expect(verifyInclusion(claim)).toBe(false);
  });
});

const growths = fc
  .integer({ min: 1, max: 700 })
  .chain((size) => fc.record({ size: fc.constant(size), oldSize: fc.nat(size) }));

describe('a proof of consistency', () => {
  it('is the naive one, and verifies', async () => {
    await fc.assert(
      fc.asyncProperty(growths, async ({ size, oldSize }) => {
        const { stored } = treeOf(size);
        const leaves = leavesTo(size);
        const path = await consistencyPath(stored, oldSize);
        const isKnown = oldSize === 0 || oldSize === size;
        expect(path).toEqual(isKnown ? [] : naiveSubproof(oldSize, leaves, true));
        const oldRoot = naiveRoot(leaves.slice(0, oldSize));
        const claim = { scheme, oldSize, oldRoot, size, root: naiveRoot(leaves), path };
        expect(verifyConsistency(claim)).toBe(true);
      }),
      { numRuns: 80 },
    );
  });

  it('fails for a log that forked, shrank, or was rewritten at any one place', async () => {
    await fc.assert(
      fc.asyncProperty(growths, fc.nat(), async ({ size, oldSize }, at) => {
        fc.pre(oldSize > 0);
        const { stored, builder } = treeOf(size);
        const root = builder.root()!;
        const path = await consistencyPath(stored, oldSize);
        const old = leavesTo(oldSize);
        const rewritten = naiveRoot(old.with(at % oldSize, leafAt(size + 1)));
        const claim = { scheme, oldSize, oldRoot: rewritten, size, root, path };
        expect(verifyConsistency(claim)).toBe(false);
        const honest = { ...claim, oldRoot: naiveRoot(old) };
        expect(verifyConsistency(honest)).toBe(true);
        expect(verifyConsistency({ ...honest, path: [...path, root] })).toBe(false);
        if (oldSize === size) return;
        expect(verifyConsistency({ ...honest, oldSize: size, size: oldSize })).toBe(false);
        expect(verifyConsistency({ ...honest, path: path.slice(1) })).toBe(false);
        expect(verifyConsistency({ ...honest, path: path.slice(0, -1) })).toBe(false);
        const turned = path.with(at % path.length, leafAt(size + 1));
        expect(verifyConsistency({ ...honest, path: turned })).toBe(false);
      }),
      { numRuns: 80 },
    );
  });

  it('is empty from the empty log, and nothing else will do', () => {
    const claim = { scheme, oldSize: 0, oldRoot: emptyRoot(), size: 1, root: leafAt(0), path: [] };
    expect(verifyConsistency(claim)).toBe(true);
    expect(verifyConsistency({ ...claim, path: [leafAt(1)] })).toBe(false);
  });
});
