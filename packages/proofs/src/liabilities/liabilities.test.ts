import { sha256 } from '@noble/hashes/sha2.js';
import { type Amount, decimal, formatDecimal } from '@tern/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { memoryBuckets } from '../../tests/memory-buckets.ts';
import {
  type AssetLiabilities,
  type BalancePart,
  createLiabilitiesBuilder,
  hashOfNode,
  leafHash,
  liabilitiesEntry,
  parseLiabilitiesEntry,
  partNode,
  partText,
  proveParts,
  type ReadTile,
  rootOfInclusion,
  splitBalance,
  SUM_MAX,
  sumNode,
  sumNodes,
  sumOfNode,
  type Tile,
  tilePath,
  totalPublishedTree,
} from '../index.ts';

const nonce = new Uint8Array(32).fill(5);

const SCALE = 6;
const UNIT = 10n ** 12n;

const split = (owner: number, amount: bigint, secret: Uint8Array = nonce) =>
  splitBalance(
    { snapshot: 1, nonce: secret },
    { owner, asset: 'USDT', scale: SCALE, amount: amount as Amount },
  );

/** The tree of these leaves, computed in the simplest way: a list of [sum, hash]. */
function naiveRoot(leaves: readonly (readonly [bigint, Uint8Array])[]): readonly [bigint, string] {
  const spell = ([sum, hash]: readonly [bigint, Uint8Array]) =>
    Buffer.concat([Buffer.from(sum.toString(16).padStart(32, '0'), 'hex'), hash]);
  if (leaves.length === 1) return [leaves[0]![0], Buffer.from(leaves[0]![1]).toString('hex')];
  let middle = 1;
  while (middle * 2 < leaves.length) middle *= 2;
  const [left, right] = [leaves.slice(0, middle), leaves.slice(middle)].map((side) => {
    const [sum, hash] = naiveRoot(side);
    return [sum, Buffer.from(hash, 'hex')] as const;
  });
  const hash = sha256(Buffer.concat([Buffer.of(1), spell(left!), spell(right!)]));
  return [left![0] + right![0], Buffer.from(hash).toString('hex')];
}

interface Published {
  readonly tree: AssetLiabilities;
  readonly tiles: Map<string, Uint8Array>;
  readonly read: ReadTile;
}

async function published(parts: readonly BalancePart[]): Promise<Published> {
  const builder = createLiabilitiesBuilder('USDT', memoryBuckets());
  await builder.add(parts);
  const tiles = new Map<string, Uint8Array>();
  const tree = await builder.finish(async (tile: Tile) => {
    expect(tiles.has(tilePath(tile))).toBe(false);
    tiles.set(tilePath(tile), tile.nodes);
  });
  return { tree: tree!, tiles, read: async (tile) => tiles.get(tilePath(tile)) };
}

const balances = fc.array(fc.bigInt({ min: 0n, max: 10n ** 15n }), {
  minLength: 1,
  maxLength: 300,
});
const partsOf = (amounts: readonly bigint[]) =>
  amounts.flatMap((amount, owner) => split(owner + 1, amount * UNIT));

describe('a balance', () => {
  it('is split into parts above zero that add up to it, none finer than the asset', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 20n }), fc.nat(), (units, owner) => {
        const parts = split(owner + 1, units * UNIT);
        expect(parts.reduce((sum, { amount }) => sum + amount, 0n)).toBe(units * UNIT);
        expect(parts.every(({ amount }) => amount > 0n && amount % UNIT === 0n)).toBe(true);
        expect(parts.map(({ part }) => part)).toEqual(parts.map((_, at) => at + 1));
        expect(parts.length).toBeLessThanOrEqual(4);
        if (units > 1_000_000n) expect(parts.length).toBeGreaterThan(1);
      }),
    );
  });

  it('is split otherwise in each snapshot, with other salts', () => {
    const texts = (secret: Uint8Array) => split(7, 10n ** 24n, secret).map(partText);
    expect(texts(nonce)).toEqual(texts(nonce));
    const other = texts(new Uint8Array(32).fill(6));
    expect(texts(nonce).filter((text) => other.includes(text))).toEqual([]);
    expect(new Set(split(7, 10n ** 24n).map(({ salt }) => salt)).size).toBeGreaterThan(1);
  });

  it('that is negative, or has more places than its asset, is refused', () => {
    expect(() => split(7, -UNIT)).toThrow('not a number of units');
    expect(() => split(7, UNIT + 1n)).toThrow('not a number of units');
    expect(split(7, 0n)).toEqual([]);
  });
});

describe('a node', () => {
  it('holds sums from 0 to 2^127 − 1 exactly, and no other', () => {
    const hash = leafHash(new Uint8Array(1));
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: SUM_MAX }), (sum) => {
        expect(sumOfNode(sumNode(sum, hash)!)).toBe(sum);
        expect(hashOfNode(sumNode(sum, hash)!)).toEqual(hash);
      }),
    );
    expect(sumNode(-1n, hash)).toBeUndefined();
    expect(sumNode(SUM_MAX + 1n, hash)).toBeUndefined();
  });

  it('has no parent when the sum would not fit: nothing wraps around', () => {
    const hash = leafHash(new Uint8Array(1));
    const full = sumNode(SUM_MAX, hash)!;
    expect(sumNodes.combine(full, sumNode(0n, hash)!)).toBeDefined();
    expect(sumNodes.combine(full, sumNode(1n, hash)!)).toBeUndefined();
    const minusOne = new Uint8Array(48).fill(255);
    expect(sumNodes.combine(minusOne, sumNode(5n, hash)!)).toBeUndefined();
    expect(sumNodes.combine(sumNode(5n, hash)!, minusOne)).toBeUndefined();
  });

  it('changes its hash with either child’s sum', () => {
    const hash = leafHash(new Uint8Array(1));
    const parent = (left: bigint, right: bigint) =>
      hashOfNode(sumNodes.combine(sumNode(left, hash)!, sumNode(right, hash)!)!);
    expect(parent(5n, 5n)).not.toEqual(parent(6n, 4n));
    expect(parent(5n, 5n)).not.toEqual(parent(5n, 6n));
  });
});

describe('the tree of liabilities', () => {
  it('has the naive root and the sum of all balances', async () => {
    await fc.assert(
      fc.asyncProperty(balances, async (amounts) => {
        fc.pre(amounts.some((amount) => amount > 0n));
        const parts = partsOf(amounts);
        const { tree, read } = await published(parts);
        const leaves = parts
          .map((part) => [part.amount as bigint, leafHash(Buffer.from(partText(part)))] as const)
          .sort(([, left], [, right]) => Buffer.compare(left, right));
        const [sum, root] = naiveRoot(leaves);
        expect(tree.total).toBe(sum);
        expect(tree.total).toBe(amounts.reduce((all, amount) => all + amount * UNIT, 0n));
        expect(Buffer.from(tree.root).toString('hex')).toBe(root);
        expect(tree.leaves).toBe(parts.length);
        expect(await totalPublishedTree(tree, read)).toBeUndefined();
      }),
      { numRuns: 30 },
    );
  });

  it('proves every part of every member', async () => {
    const amounts = Array.from({ length: 200 }, (_, at) => BigInt(at * 1000));
    const { tree, read } = await published(partsOf(amounts));
    for (const [at, amount] of amounts.entries()) {
      const parts = split(at + 1, amount * UNIT);
      const proven = (await proveParts(tree.leaves, parts, read))!;
      expect(proven.length).toBe(parts.length);
      for (const part of proven) {
        const { index, path } = part;
        const claim = { scheme: sumNodes, index, size: tree.leaves, leaf: partNode(part)!, path };
        const root = rootOfInclusion(claim)!;
        expect([sumOfNode(root), hashOfNode(root)]).toEqual([tree.total, tree.root]);
      }
    }
    expect(await proveParts(tree.leaves, split(999, UNIT * 1000n), read)).toBeUndefined();
  });

  it('is missing for an asset nobody owns', async () => {
    const builder = createLiabilitiesBuilder('USDT', memoryBuckets());
    expect(await builder.finish(async () => undefined)).toBeUndefined();
  });

  it('takes no equal leaves, no other asset, and no total that does not fit', async () => {
    const part = split(7, UNIT)[0]!;
    const builder = () => createLiabilitiesBuilder('USDT', memoryBuckets());
    const twice = builder();
    await twice.add([part, part]);
    await expect(twice.finish(async () => undefined)).rejects.toThrow('are equal');
    await expect(builder().add([{ ...part, asset: 'BTC' }])).rejects.toThrow('not a balance');
    const negative = { ...part, amount: -1n as Amount };
    await expect(builder().add([negative])).rejects.toThrow('not a balance of USDT: member 7');
    const large = builder();
    const half = (SUM_MAX / 2n + 1n) as Amount;
    await large.add([part, { ...part, part: 2, amount: half }, { ...part, part: 3, amount: half }]);
    await expect(large.finish(async () => undefined)).rejects.toThrow('too large');
  });
});

describe('totalling a published tree', () => {
  /** Publishes, lets the operator change the leaves and what the log says, and totals. */
  async function found(
    change: (leaves: Uint8Array[]) => Uint8Array[],
    claim: (tree: AssetLiabilities) => Partial<AssetLiabilities> = () => ({}),
  ) {
    const { tree, tiles } = await published(
      partsOf(Array.from({ length: 40 }, (_, at) => BigInt(at + 1) * 1_000_000n)),
    );
    const [bytes] = [...tiles].find(([path]) => path.startsWith('tile/0/000'))!.slice(1) as [
      Uint8Array,
    ];
    const leaves = Array.from({ length: tree.leaves }, (_, at) =>
      bytes.slice(at * 48, at * 48 + 48),
    );
    const changed = Buffer.concat(change(leaves));
    const read: ReadTile = async ({ level }) => (level === 0 ? changed : undefined);
    return totalPublishedTree({ ...tree, leaves: changed.length / 48, ...claim(tree) }, read);
  }

  const shrunk = (leaf: Uint8Array) => sumNode(sumOfNode(leaf) - UNIT, hashOfNode(leaf))!;

  it('finds nothing when nothing was changed', async () => {
    expect(await found((leaves) => leaves)).toBeUndefined();
  });

  it('finds a shrunk, a dropped and a duplicated leaf', async () => {
    expect(await found((leaves) => leaves.with(3, shrunk(leaves[3]!)))).toContain('the root');
    expect(await found((leaves) => leaves.toSpliced(3, 1))).toContain('the root');
    expect(await found((leaves) => leaves.toSpliced(3, 0, leaves[3]!))).toContain('counted twice');
    expect(await found((leaves) => leaves.toReversed())).toContain('counted twice');
  });

  it('finds a dummy member with a negative balance', async () => {
    const negative = (leaf: Uint8Array) => {
      const bytes = Buffer.alloc(48, 255);
      Buffer.from(hashOfNode(leaf)).copy(bytes, 16);
      return bytes;
    };
    const reason = await found((leaves) => leaves.with(3, negative(leaves[3]!)));
    expect(reason).toBe('leaf 3 of USDT has an impossible amount');
  });

  it('finds a total that the leaves do not give, and a tile that is cut off', async () => {
    const reason = await found(
      (leaves) => leaves,
      ({ total }) => ({ total: (total - UNIT) as Amount }),
    );
    expect(reason).toBe('the leaves of USDT add up to 820, not 819.999999');
    await expect(
      found(
        (leaves) => leaves.slice(1),
        ({ leaves }) => ({ leaves }),
      ),
    ).rejects.toThrow('missing or short');
  });
});

describe('the entry of a snapshot', () => {
  const root = leafHash(new Uint8Array(1));
  const leaf = {
    snapshot: 3,
    at: 1_795_000_000_000,
    round: 41,
    assets: [
      { asset: 'BTC', leaves: 2, total: decimal('0.5'), root },
      { asset: 'USDT', leaves: 9, total: decimal('1234.56'), root },
    ],
  };

  it('says total and root of each asset, in one spelling only', () => {
    const entry = liabilitiesEntry(leaf);
    expect(parseLiabilitiesEntry(entry)).toEqual(leaf);
    const text = Buffer.from(entry).toString();
    expect(text.split('\n')[4]).toBe(`BTC 2 0.5 ${Buffer.from(root).toString('base64')}`);
    for (const wrong of [
      text.replace('0.5', '0.50'),
      text.replace('0.5', '-0.5'),
      text.replace('BTC 2', 'BTC 0'),
      text.replace('BTC', 'ZRX'),
      text.replace('\n41\n', '\n41 \n'),
      text.slice(0, -1),
    ]) {
      expect(parseLiabilitiesEntry(Buffer.from(wrong)), wrong).toBeUndefined();
    }
  });

  it('states what each asset’s balances are in all', async () => {
    const { tree } = await published(split(7, 5n * UNIT));
    const entry = liabilitiesEntry({ ...leaf, assets: [tree] });
    expect(formatDecimal(parseLiabilitiesEntry(entry)!.assets[0]!.total)).toBe('0.000005');
  });
});
