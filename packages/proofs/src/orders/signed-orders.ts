/**
 * What the answer to an order says of its number, signed before the public log has it: a line of text. One signature serves all orders
 * of the transactions in flight, so each line has its path below the root that was signed (ADR 102, docs/order-record.md).
 */
import { isSignature, isSignedText } from '../hash-text.ts';
import { fromBase64, parseWhole, toBase64 } from '../log/plain-bytes.ts';
import { type MemoryTree, memoryTree } from '../log/memory-tree.ts';
import { HASH_BYTES } from '../log/tree-hash.ts';
import { rootOfInclusion } from '../log/tree-proof.ts';
import { plainHashing, type RecordHashing } from './record-hashing.ts';

/** The number of an order, as its answer gives it. */
export interface ConfirmedOrder {
  readonly symbol: string;
  readonly number: number;
  /** Time of receipt, epoch ms. */
  readonly at: number;
  /** The leaf hash of the text of the number, base64. */
  readonly hash: string;
}

const HEADER = 'tern order confirmed 1';
const ROOT_HEADER = 'tern orders confirmed 1';
/** Fields before index, size, path and signature. */
const FIELDS = 5;

export const confirmedText = ({ symbol, number, at, hash }: ConfirmedOrder): string =>
  `${HEADER}|${symbol}|${number}|${at}|${hash}`;

/** What is signed. */
const rootText = (root: Uint8Array): string => `${ROOT_HEADER}|${toBase64(root)}`;

/** The tree over the texts of orders; undefined without any. `text`: what is to be signed. */
export function confirmedTree(
  texts: readonly string[],
  hashing: RecordHashing = plainHashing,
): { readonly text: string; readonly tree: MemoryTree } | undefined {
  const tree = memoryTree(hashing.nodes, texts.map(hashing.leaf));
  return tree && { text: rootText(tree.root), tree };
}

/** Shape: the text of the order, its place below the root, the hashes of its path in base64 with commas between, the signature in hexadecimal. */
export const signedOrder = (
  text: string,
  { index, size, path }: { index: number; size: number; path: readonly string[] },
  signature: string,
): string => `${text}|${index}|${size}|${path.join(',')}|${signature}`;

/** Undefined for a text that is none. `isSigned` by one of the keys (hexadecimal). */
export function readSignedOrder(
  text: string,
  publicKeys: readonly string[],
): (ConfirmedOrder & { readonly isSigned: boolean }) | undefined {
  const parts = text.split('|');
  const [header, symbol = '', ...numbers] = parts;
  const [number, at] = numbers.map(parseWhole);
  const hash = parts[FIELDS - 1] ?? '';
  const [index, size, path, signature] = placeIn(parts.slice(FIELDS));
  if (header !== HEADER || number === undefined || at === undefined) return undefined;
  if (fromBase64(hash)?.length !== HASH_BYTES || index === undefined || size === undefined)
    return undefined;
  if (path === undefined || !isSignature(signature)) return undefined;
  const order = { symbol, number, at, hash };
  const leaf = plainHashing.leaf(confirmedText(order));
  const root = rootOfInclusion({ scheme: plainHashing.nodes, leaf, index, size, path });
  const isSigned =
    root !== undefined &&
    publicKeys.some((key) => isSignedText(rootText(root), signature, key)) &&
    text.startsWith(`${confirmedText(order)}|`);
  return { ...order, isSigned };
}

function placeIn([index = '', size = '', pathText = '', signature]: readonly string[]) {
  const texts = pathText === '' ? [] : pathText.split(',');
  const path = texts.flatMap((each) => fromBase64(each) ?? []);
  const isWhole = path.length === texts.length;
  return [parseWhole(index), parseWhole(size), isWhole ? path : undefined, signature] as const;
}
