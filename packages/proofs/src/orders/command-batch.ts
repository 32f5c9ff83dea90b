/** A batch of a market's commands and its root; the batches that are sealed together, and what the log says of them. */
import { type MemoryTree, memoryTree } from '../log/memory-tree.ts';
import { fromBase64, parseWhole, toBase64 } from '../log/plain-bytes.ts';
import { HASH_BYTES } from '../log/tree-hash.ts';
import { commandLeaf, nonceOf, ownerCommitment, readLine } from './command-line.ts';
import { plainHashing, type RecordHashing } from './record-hashing.ts';

/** What an engine wrote in one transaction. */
export interface CommandBatch {
  readonly symbol: string;
  /** The number of its first line; the others follow without a gap. */
  readonly first: number;
  /** Epoch ms. */
  readonly at: number;
  /** 32 hexadecimal digits, from which the nonces of its numbers follow. */
  readonly secret: string;
  readonly lines: readonly string[];
}

/** The public texts of a batch, in the order of their numbers. */
export function leavesOf(batch: CommandBatch, hashing: RecordHashing = plainHashing): string[] {
  const { symbol, first, at, secret } = batch;
  return batch.lines.map((text, position) => {
    const line = readLine(text);
    const number = first + position;
    const commitment =
      line.owner === '' ? '' : ownerCommitment(line, nonceOf(secret, number, hashing), hashing);
    return commandLeaf(line, { symbol, number, at: at - line.before }, commitment);
  });
}

/**
 * The tree over the leaves of a batch.
 * @throws Error without leaves (a broken invariant)
 */
export function batchTree(
  leaves: readonly string[],
  hashing: RecordHashing = plainHashing,
): MemoryTree {
  return treeOfHashes(leaves.map(hashing.leaf), hashing);
}

/** The same over the hashes of the leaves. */
export function treeOfHashes(hashes: readonly Uint8Array[], { nodes }: RecordHashing): MemoryTree {
  const tree = memoryTree(nodes, hashes);
  if (tree === undefined) throw new Error('a batch without commands has no root');
  return tree;
}

/** The kind of the log's entries of commands: one a second, with a statement for each market. */
export const ORDERS = 'orders';

/** The commands of one market that one entry of the log seals. */
export interface SealedCommands {
  readonly symbol: string;
  readonly first: number;
  readonly last: number;
  /** The root over the roots of their batches. */
  readonly root: Uint8Array;
}

const HEADER = 'tern orders 1';

export const sealText = ({ symbol, first, last, root }: SealedCommands): string =>
  `${HEADER}|${symbol}|${first}|${last}|${toBase64(root)}`;

/** Undefined for a text that is none. */
export function readSeal(text: string): SealedCommands | undefined {
  const [header, symbol = '', firstText = '', lastText = '', rootText = ''] = text.split('|');
  const [first, last] = [parseWhole(firstText), parseWhole(lastText)];
  const root = fromBase64(rootText);
  if (header !== HEADER || first === undefined || last === undefined) return undefined;
  if (root?.length !== HASH_BYTES) return undefined;
  const seal = { symbol, first, last, root };
  return sealText(seal) === text ? seal : undefined;
}

/** The root over batches of one market. @throws Error without batches (a broken invariant) */
export function rootOfBatches(roots: readonly Uint8Array[]): Uint8Array {
  const tree = memoryTree(plainHashing.nodes, roots);
  if (tree === undefined) throw new Error('no batches to seal');
  return tree.root;
}
