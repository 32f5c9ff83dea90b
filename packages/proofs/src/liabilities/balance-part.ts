/** Leaves of the tree of liabilities: a member's balance of an asset, split into parts that show neither owner nor balance. */
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes } from '@noble/hashes/utils.js';
import { type Amount, formatDecimal, SCALE } from '@tern/money';
import { plainBytes } from '../log/plain-bytes.ts';
import { leafHash } from '../log/tree-hash.ts';
import { sumNode } from './sum-node.ts';

export interface BalancePart {
  readonly snapshot: number;
  readonly asset: string;
  /** The member's id. */
  readonly owner: number;
  /** From 1. */
  readonly part: number;
  /** Above zero. */
  readonly amount: Amount;
  /** 32 hexadecimal digits, known to the member and the exchange only. */
  readonly salt: string;
}

/** A balance to be split. */
export interface MemberBalance {
  readonly owner: number;
  readonly asset: string;
  /** Decimal places of the asset; parts have no more. */
  readonly scale: number;
  /** All that the exchange owes the member of the asset: every purpose but a loan. */
  readonly amount: Amount;
}

const SALT_DIGITS = 32;
const PARTS_MIN = 2n;
const PART_COUNTS = 3n;
const CUT_BITS = 48n;

/** Shape: `tern balance 1|snapshot|asset|owner|part|amount|salt`. */
export function partText({ snapshot, asset, owner, part, amount, salt }: BalancePart): string {
  return `tern balance 1|${snapshot}|${asset}|${owner}|${part}|${formatDecimal(amount)}|${salt}`;
}

/** Undefined when the amount is negative or larger than a sum may be. */
export function partNode(part: BalancePart): Uint8Array | undefined {
  return sumNode(part.amount, leafHash(plainBytes(partText(part))));
}

/**
 * Splits a balance into two to four parts (one, if it is a single unit) at places drawn from the snapshot's nonce: the same
 * nonce gives the same parts, another one nothing that could be compared. No parts for a balance of zero.
 * Shape: `nonce` is secret, new for each snapshot.
 * @throws Error for a negative balance or one with more places than its asset has (broken invariants)
 */
export function splitBalance(
  { snapshot, nonce }: { readonly snapshot: number; readonly nonce: Uint8Array },
  { owner, asset, scale, amount }: MemberBalance,
): BalancePart[] {
  const unit = 10n ** BigInt(SCALE - scale);
  const units = amount / unit;
  if (amount < 0n || units * unit !== amount) {
    throw new Error(`the balance of ${asset} of member ${owner} is not a number of units`);
  }
  const secret = hmac(sha256, nonce, plainBytes(`tern balance split 1|${asset}|${owner}`));
  const draw = derived(secret, 0);
  const numbers = Array.from({ length: 5 }, (_, at) =>
    BigInt(`0x${bytesToHex(draw.subarray(at * 6, at * 6 + 6))}`),
  );
  const count = PARTS_MIN + ((numbers[0] ?? 0n) % PART_COUNTS);
  const cuts = numbers.slice(1, Number(count)).map((each) => (units * each) >> CUT_BITS);
  const edges = [0n, ...cuts.sort((left, right) => (left < right ? -1 : 1)), units];
  return edges
    .slice(1)
    .map((edge, at) => (edge - (edges[at] ?? 0n)) * unit)
    .filter((part) => part > 0n)
    .map((part, at) => ({
      snapshot,
      asset,
      owner,
      part: at + 1,
      amount: part as Amount,
      salt: bytesToHex(derived(secret, at + 1)).slice(0, SALT_DIGITS),
    }));
}

/** Number 0 of a member's secret places the cuts, the others salt the parts; none of them shows another. */
function derived(secret: Uint8Array, number: number): Uint8Array {
  return sha256(concatBytes(secret, Uint8Array.of(number)));
}
