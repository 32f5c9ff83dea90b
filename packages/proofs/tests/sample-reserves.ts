/** A file of reserves for the snapshot of a receipt of balances: one wallet with a coin and a token, in a chain of one block. */
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js';
import {
  formatLogProof,
  formatReceipt,
  type LogTrust,
  parseLiabilitiesEntry,
  parseLogProof,
  verifyReceipt,
} from '../src/index.ts';
import {
  balancePlace,
  challengeText,
  formatReserves,
  type ReservesFile,
} from '../src/reserves/index.ts';

export interface SampleReserves {
  /** In the coin's smallest units. */
  readonly coin: bigint;
  /** In the token's smallest units. */
  readonly token: bigint;
  /** Changes the file before it is written. */
  readonly change?: (file: ReservesFile) => ReservesFile;
}

type Item = Uint8Array | readonly Item[];

const CHAIN_ID = 1;
/** As `KNOWN_HOLDINGS` have it. */
const TOKEN = { contract: '0xdac17f958d2ee523a2206206994597c13d831ec7', decimals: 6, slot: '2' };
const KEY = new Uint8Array(32).fill(9);
const LEAF_WITH_WHOLE_KEY = 0x20;
/** Fields 3, 8 and 11 of a header count; the others may be anything. */
const [STATE_ROOT, NUMBER, TIME, FIELDS] = [3, 8, 11, 16];
const BLOCK = 23_456_789n;

/** The text of the file. Shape: `receipt` is a tlog-proof with a receipt of balances that `trust` believes. */
export function sampleReserves(
  receipt: string,
  trust: LogTrust,
  { coin, token, change = (file) => file }: SampleReserves,
): string {
  const proof = parseLogProof(receipt)!;
  const { receipt: balances, checkpoint } = verifyReceipt(receipt, trust);
  const { entry } = balances!;
  const { snapshot, at } = parseLiabilitiesEntry(entry)!;
  const address = addressOf(KEY);
  const storage = leafOf(
    keccak_256(fromHex(balancePlace(address, BigInt(TOKEN.slot)))),
    rlp(number(token)),
  );
  const noCode = new Uint8Array(32);
  const accounts = {
    [address]: rlp([number(1n), number(coin), noCode, noCode]),
    [TOKEN.contract]: rlp([number(1n), number(0n), keccak_256(storage), noCode]),
  };
  // One chain cannot have two accounts in a tree of a single leaf, so the root is a branch.
  const leaves = Object.entries(accounts).map(([name, account]) => {
    const key = keccak_256(fromHex(name));
    return { nibble: key[0]! >> 4, node: leafOf(key, account, true) };
  });
  const slots: Item[] = Array.from({ length: 17 }, () => new Uint8Array());
  for (const { nibble, node } of leaves) slots[nibble] = keccak_256(node);
  const branch = rlp(slots);
  const header = rlp(
    Array.from({ length: FIELDS }, (_, field) => {
      if (field === STATE_ROOT) return keccak_256(branch);
      if (field === NUMBER) return number(BLOCK);
      return field === TIME ? number(BigInt(Math.floor(at / 1_000))) : new Uint8Array();
    }),
  );
  const text = challengeText({
    checkpoint: checkpoint!,
    snapshot,
    chainId: CHAIN_ID,
    block: hex(keccak_256(header)),
    address,
  });
  const account = (index: number) => [branch, leaves[index]!.node].map(hex);
  const file: ReservesFile = {
    format: 'tern reserves 1',
    snapshot,
    liabilities: formatLogProof({ ...proof, extra: formatReceipt({ kind: 'entry', entry }) }),
    chains: [
      {
        network: 'ERC20',
        chainId: CHAIN_ID,
        header: hex(header),
        wallets: [
          {
            address,
            signature: personalSign(text),
            holdings: [
              {
                asset: 'ETH',
                contract: null,
                decimals: 18,
                slot: null,
                account: account(0),
                storage: [],
              },
              { asset: 'USDT', ...TOKEN, account: account(1), storage: [hex(storage)] },
            ],
          },
        ],
      },
    ],
    bank: null,
  };
  return formatReserves(change(file));
}

const hex = (bytes: Uint8Array): string => `0x${bytesToHex(bytes)}`;
const fromHex = (text: string): Uint8Array => hexToBytes(text.slice(2));
/** RLP has no leading zeros: 0 is no byte. */
function number(value: bigint): Uint8Array {
  const digits = value === 0n ? '' : value.toString(16);
  return hexToBytes(digits.length % 2 === 0 ? digits : `0${digits}`);
}

/** EIP-191 by the sample's key. */
function personalSign(text: string): string {
  const message = new TextEncoder().encode(text);
  const prefix = new TextEncoder().encode(`\x19Ethereum Signed Message:\n${message.length}`);
  const digest = keccak_256(concatBytes(prefix, message));
  const [recovery = 0, ...numbers] = secp256k1.sign(digest, KEY, {
    prehash: false,
    format: 'recovered',
  });
  return `0x${bytesToHex(Uint8Array.from(numbers))}${(27 + recovery).toString(16)}`;
}

function addressOf(key: Uint8Array): string {
  const point = secp256k1.getPublicKey(key, false).subarray(1);
  return `0x${bytesToHex(keccak_256(point)).slice(-40)}`;
}

/** A leaf with the whole key, or with all but its first nibble. */
function leafOf(key: Uint8Array, value: Uint8Array, isUnderBranch = false): Uint8Array {
  const path = isUnderBranch
    ? hexToBytes(`3${bytesToHex(key).slice(1)}`)
    : concatBytes(Uint8Array.of(LEAF_WITH_WHOLE_KEY), key);
  return rlp([path, value]);
}

function rlp(item: Item): Uint8Array {
  if (item instanceof Uint8Array) {
    return item.length === 1 && item[0]! < 0x80
      ? item
      : concatBytes(lengthOf(item.length, 0x80), item);
  }
  const inside = concatBytes(...item.map(rlp));
  return concatBytes(lengthOf(inside.length, 0xc0), inside);
}

function lengthOf(length: number, kind: number): Uint8Array {
  if (length <= 55) return Uint8Array.of(kind + length);
  const bytes = number(BigInt(length));
  return concatBytes(Uint8Array.of(kind + 55 + bytes.length), bytes);
}
