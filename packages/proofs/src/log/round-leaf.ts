/** The entry of a round in the public log: it commits to the round's lines and contains none of them (ADR 49). */
import {
  compareBytes,
  fromBase64,
  isSameBytes,
  parseWhole,
  plainBytes,
  plainText,
  toBase64,
} from './plain-bytes.ts';
import { lineHash, type MemberLine } from './member-line.ts';
import { memoryTree } from './memory-tree.ts';
import { HASH_BYTES, hashNodes } from './tree-hash.ts';

export interface RoundLeaf {
  readonly round: number;
  /** Epoch milliseconds. */
  readonly at: number;
  /** Lines below `root`, at least one. */
  readonly lines: number;
  /** Root of the tree of lines, sorted by their hashes. */
  readonly root: Uint8Array;
  /** The assets that moved, in ASCII order. The postings of each sum to zero, which the leaf states. */
  readonly assets: readonly string[];
}

/** A round's leaf, with what opens each line. */
export interface SealedRound {
  readonly leaf: RoundLeaf;
  readonly entry: Uint8Array;
  /** Undefined when the owner has no line in the round. */
  open(owner: number): OpenedLine | undefined;
}

export interface OpenedLine {
  readonly line: MemberLine;
  readonly index: number;
  readonly path: readonly Uint8Array[];
}

const HEADER = 'tern round 1';
const ASSET = /^[A-Z0-9]{1,20}$/;

/** Shape: header, round, time, number of lines, root in base64, then `asset 0` for each asset. A newline ends each line. */
export function roundEntry({ round, at, lines, root, assets }: RoundLeaf): Uint8Array {
  const fields = [HEADER, round, at, lines, toBase64(root), ...assets.map((asset) => `${asset} 0`)];
  return plainBytes(fields.map((field) => `${field}\n`).join(''));
}

/** Undefined when the entry is not that of a round. */
export function parseRoundEntry(entry: Uint8Array): RoundLeaf | undefined {
  const [header, roundText = '', atText = '', linesText = '', rootText = '', ...rest] =
    plainText(entry)?.split('\n') ?? [];
  const [round, at, lines] = [parseWhole(roundText), parseWhole(atText), parseWhole(linesText)];
  const root = fromBase64(rootText);
  if (header !== HEADER || round === undefined || at === undefined || !lines) return undefined;
  if (root?.length !== HASH_BYTES || rest.pop() !== '') return undefined;
  const assets = rest.map((line) => line.replace(/ 0$/, ''));
  const leaf = { round, at, lines, root, assets };
  return isAscending(assets) && isSameBytes(roundEntry(leaf), entry) ? leaf : undefined;
}

/**
 * Commits to a round. Shape: `at` epoch milliseconds.
 * @throws Error without lines, for a line of another round, or for two of one owner (broken invariants)
 */
export function sealRound(input: {
  readonly round: number;
  readonly at: number;
  readonly assets: readonly string[];
  readonly lines: readonly MemberLine[];
}): SealedRound {
  const { round, at } = input;
  const hashed = input.lines
    .map((line) => ({ line, hash: lineHash(line) }))
    .sort((left, right) => compareBytes(left.hash, right.hash));
  const places = new Map(hashed.map(({ line }, index) => [line.owner, index]));
  const isOfRound = hashed.every(({ line }) => line.round === round);
  if (places.size !== hashed.length || !isOfRound) {
    throw new Error(`round ${round} has lines of other rounds, or two of one owner`);
  }
  const tree = memoryTree(
    hashNodes,
    hashed.map(({ hash }) => hash),
  );
  if (tree === undefined) throw new Error(`round ${round} has no lines`);
  const assets = [...new Set(input.assets)].sort();
  const leaf = { round, at, lines: hashed.length, root: tree.root, assets };
  return {
    leaf,
    entry: roundEntry(leaf),
    open(owner) {
      const index = places.get(owner);
      const line = index === undefined ? undefined : hashed[index]?.line;
      if (index === undefined || line === undefined) return undefined;
      return { line, index, path: tree.path(index) };
    },
  };
}

function isAscending(assets: readonly string[]): boolean {
  return assets.every(
    (asset, at) => ASSET.test(asset) && (at === 0 || asset > (assets[at - 1] ?? '')),
  );
}
