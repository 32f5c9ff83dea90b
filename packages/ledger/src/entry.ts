/** Journal entries: postings that are written together and sum to zero per asset. */
import { type Amount, formatDecimal, ZERO } from '@tern/money';
import { type Posting, purposes } from './posting.ts';
import type { RecordType } from './record-types.ts';

export interface Entry {
  readonly kind: RecordType;
  /** The subject of the entry, such as `order:17`; (kind, reference) is unique. */
  readonly reference: string;
  readonly postings: readonly Posting[];
  /** Shown to the member with the record. */
  readonly note?: string;
  /** The record type of an owner's postings where it is not `kind`: of the receiver, in a transfer between members. */
  readonly recordTypeOf?: ReadonlyMap<number, RecordType>;
}

/** The first asset whose postings do not sum to zero, and their sum. */
function imbalanceOf(postings: readonly Posting[]): { asset: string; sum: Amount } | undefined {
  const sums = new Map<string, bigint>();
  for (const { asset, amount } of postings) sums.set(asset, (sums.get(asset) ?? ZERO) + amount);
  for (const [asset, sum] of sums) if (sum !== ZERO) return { asset, sum: sum as Amount };
  return undefined;
}

/** True when the postings sum to zero per asset. */
export function isBalanced(entry: Pick<Entry, 'postings'>): boolean {
  return imbalanceOf(entry.postings) === undefined;
}

/** @throws Error that names the asset and the excess: a bug, never a member's mistake */
export function assertBalanced(entry: Entry): void {
  const imbalance = imbalanceOf(entry.postings);
  if (imbalance === undefined) return;
  const { asset, sum } = imbalance;
  throw new Error(
    `entry ${entry.kind} ${entry.reference} is off by ${formatDecimal(sum)} ${asset}`,
  );
}

/**
 * One posting per account, without zeros, sorted by owner, asset and purpose: equal movements give equal lists, and
 * locks taken in this order cannot deadlock.
 */
export function netPostings(postings: readonly Posting[]): Posting[] {
  const net = new Map<string, Posting>();
  for (const posting of postings) {
    const key = `${posting.owner} ${posting.purpose} ${posting.asset}`;
    const amount = (net.get(key)?.amount ?? ZERO) + posting.amount;
    net.set(key, { ...posting, amount: amount as Amount });
  }
  return [...net.values()].filter(({ amount }) => amount !== ZERO).sort(inAccountOrder);
}

function inAccountOrder(left: Posting, right: Posting): number {
  if (left.owner !== right.owner) return left.owner - right.owner;
  if (left.asset !== right.asset) return left.asset < right.asset ? -1 : 1;
  return purposes.indexOf(left.purpose) - purposes.indexOf(right.purpose);
}

/**
 * The entry's total change of an owner's asset, as shown on a statement. Moves between the owner's own purposes, such
 * as a hold, sum to zero and appear on no statement.
 */
export function lineOf(entry: Entry, owner: number, asset: string): Amount {
  let line: bigint = ZERO;
  for (const posting of entry.postings) {
    if (posting.owner === owner && posting.asset === asset) line += posting.amount;
  }
  return line as Amount;
}
