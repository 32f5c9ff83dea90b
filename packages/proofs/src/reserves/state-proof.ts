/** What a block's state root says of an account or a token's balance: Merkle-Patricia proofs as `eth_getProof` answers them. */
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { decodeRlp, type RlpItem, rlpNumber } from './rlp.ts';

const HASH_BYTES = 32;
const HEXADECIMAL = 16;
const BRANCH_ITEMS = 17;
const VALUE_OF_BRANCH = 16;
const SHORT_ITEMS = 2;
const NODES_MAX = 64;
/** Of the first nibble of a compact path. */
const [ODD, LEAF] = [1, 2];

/** What counts of a block's header. */
export interface BlockHeader {
  /** 0x and 64 digits. */
  readonly hash: string;
  readonly number: number;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly stateRoot: Uint8Array;
}

const [STATE_ROOT, NUMBER, TIMESTAMP] = [3, 8, 11];
const SECOND_MS = 1_000;

/** Shape: the header in RLP. Undefined when it is none. */
export function readHeader(bytes: Uint8Array): BlockHeader | undefined {
  const fields = decodeRlp(bytes);
  if (fields === undefined || fields instanceof Uint8Array) return undefined;
  const stateRoot = fields[STATE_ROOT];
  const [number, seconds] = [rlpNumber(fields[NUMBER]), rlpNumber(fields[TIMESTAMP])];
  if (!(stateRoot instanceof Uint8Array) || stateRoot.length !== HASH_BYTES) return undefined;
  if (number === undefined || seconds === undefined) return undefined;
  const hash = `0x${bytesToHex(keccak_256(bytes))}`;
  return { hash, number: Number(number), at: Number(seconds) * SECOND_MS, stateRoot };
}

export interface ProvenAccount {
  /** In the coin's smallest units. */
  readonly balance: bigint;
  readonly storageRoot: Uint8Array;
}

/** Shape: `address` is 0x and 40 digits. Undefined when the nodes do not prove such an account. */
export function provenAccount(
  stateRoot: Uint8Array,
  address: string,
  nodes: readonly Uint8Array[],
): ProvenAccount | undefined {
  const value = provenValue(stateRoot, keccak_256(hexToBytes(address.slice(2))), nodes);
  const fields = value === undefined ? undefined : decodeRlp(value);
  if (fields === undefined || fields instanceof Uint8Array) return undefined;
  const balance = rlpNumber(fields[1]);
  const storageRoot = fields[2];
  if (balance === undefined || !(storageRoot instanceof Uint8Array)) return undefined;
  return { balance, storageRoot };
}

/** Where a token's contract keeps an owner's balance, when its mapping of balances is at `slot` (Solidity). Shape: 0x and 64 digits. */
export function balancePlace(owner: string, slot: bigint): string {
  const words = [owner.slice(2), slot.toString(16)].map((text) => text.padStart(64, '0'));
  return `0x${bytesToHex(keccak_256(hexToBytes(words.join(''))))}`;
}

/** The number at a place of a contract's storage. Undefined when the nodes do not prove one above zero. */
export function provenNumber(
  storageRoot: Uint8Array,
  place: string,
  nodes: readonly Uint8Array[],
): bigint | undefined {
  const value = provenValue(storageRoot, keccak_256(hexToBytes(place.slice(2))), nodes);
  return value === undefined ? undefined : rlpNumber(decodeRlp(value));
}

/** Follows a key from the root; each node is known by its hash in the one above. Undefined when it leads to no value. */
function provenValue(
  root: Uint8Array,
  key: Uint8Array,
  nodes: readonly Uint8Array[],
): Uint8Array | undefined {
  if (nodes.length > NODES_MAX) return undefined;
  const known = new Map(nodes.map((node) => [bytesToHex(keccak_256(node)), node]));
  let path = bytesToHex(key);
  let next: RlpItem | undefined = root;
  while (next !== undefined) {
    const node = nodeOf(next, known);
    if (node === undefined) return undefined;
    if (node.length === BRANCH_ITEMS) {
      if (path === '') return valueOf(node[VALUE_OF_BRANCH]);
      next = node[Number.parseInt(path.charAt(0), HEXADECIMAL)];
      path = path.slice(1);
      continue;
    }
    const step = node.length === SHORT_ITEMS ? readPath(node[0]) : undefined;
    if (step === undefined || !path.startsWith(step.path)) return undefined;
    path = path.slice(step.path.length);
    if (step.isLeaf) return path === '' ? valueOf(node[1]) : undefined;
    if (step.path === '') return undefined;
    next = node[1];
  }
  return undefined;
}

/** A node shorter than a hash is written in the one above in place of its hash. */
function nodeOf(
  reference: RlpItem,
  known: ReadonlyMap<string, Uint8Array>,
): readonly RlpItem[] | undefined {
  if (!(reference instanceof Uint8Array)) return reference;
  const bytes = reference.length === HASH_BYTES ? known.get(bytesToHex(reference)) : undefined;
  const node = bytes === undefined ? undefined : decodeRlp(bytes);
  return node instanceof Uint8Array ? undefined : node;
}

const valueOf = (item: RlpItem | undefined): Uint8Array | undefined =>
  item instanceof Uint8Array && item.length > 0 ? item : undefined;

function readPath(item: RlpItem | undefined) {
  if (!(item instanceof Uint8Array) || item.length === 0) return undefined;
  const digits = bytesToHex(item);
  const kind = Number.parseInt(digits.charAt(0), HEXADECIMAL);
  if (kind > (ODD | LEAF)) return undefined;
  return { path: digits.slice((kind & ODD) === 0 ? 2 : 1), isLeaf: (kind & LEAF) !== 0 };
}
