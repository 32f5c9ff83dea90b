/** The entry of statements that the exchange signed, such as the heads of all chains of a minute: it commits to each (ADR 89). */
import { memoryTree } from './memory-tree.ts';
import {
  fromBase64,
  isSameBytes,
  parseWhole,
  plainBytes,
  plainText,
  toBase64,
} from './plain-bytes.ts';
import { HASH_BYTES, hashNodes, leafHash } from './tree-hash.ts';

export interface StatementsLeaf {
  /** What they are, in small letters: "heads". */
  readonly kind: string;
  /** When they were signed, epoch milliseconds. */
  readonly at: number;
  /** Statements below `root`, at least one. */
  readonly count: number;
  /** Root of the tree of statements, in the order given. */
  readonly root: Uint8Array;
}

/** An entry of statements, with what opens each. */
export interface SealedStatements {
  readonly entry: Uint8Array;
  /** The proof of the statement at this place, from 0. */
  path(index: number): readonly Uint8Array[];
}

const HEADER = 'tern statements 1';
const KIND = /^[a-z][a-z-]{0,29}$/;
/** One line or more, none empty. */
const LINES = /^(?:[ -~]+\n)+$/;

/** Shape: header, kind, time, number of statements, root in base64. A newline ends each line. */
export function statementsEntry({ kind, at, count, root }: StatementsLeaf): Uint8Array {
  return plainBytes(`${HEADER}\n${kind}\n${at}\n${count}\n${toBase64(root)}\n`);
}

/** Undefined when the entry is not that of statements. */
export function parseStatementsEntry(entry: Uint8Array): StatementsLeaf | undefined {
  const [header, kind = '', atText = '', countText = '', rootText = ''] =
    plainText(entry)?.split('\n') ?? [];
  const [at, count] = [parseWhole(atText), parseWhole(countText)];
  const root = fromBase64(rootText);
  if (header !== HEADER || !KIND.test(kind) || at === undefined || !count) return undefined;
  if (root?.length !== HASH_BYTES) return undefined;
  const leaf = { kind, at, count, root };
  return isSameBytes(statementsEntry(leaf), entry) ? leaf : undefined;
}

/** The statements of an entry, from the file that shows them with a newline behind each. Undefined when the file shows others. */
export function openStatements(entry: Uint8Array, file: Uint8Array): string[] | undefined {
  const leaf = parseStatementsEntry(entry);
  const text = plainText(file);
  if (leaf === undefined || text === undefined || !LINES.test(text)) return undefined;
  const lines = text.slice(0, -1).split('\n');
  return isSameBytes(sealStatements(leaf.kind, leaf.at, lines).entry, entry) ? lines : undefined;
}

/** The node of a statement in its entry's tree: the RFC 6962 leaf hash of its text. */
export const statementHash = (text: string): Uint8Array => leafHash(plainBytes(text));

/**
 * Commits to statements. Shape: each text is one line of printable ASCII without its newline.
 * @throws Error without statements (a broken invariant)
 */
export function sealStatements(
  kind: string,
  at: number,
  texts: readonly string[],
): SealedStatements {
  const tree = memoryTree(hashNodes, texts.map(statementHash));
  if (tree === undefined) throw new Error('no statements to seal');
  const { root } = tree;
  return {
    entry: statementsEntry({ kind, at, count: texts.length, root }),
    path: (index) => tree.path(index),
  };
}
