/** Journal entries: balanced sets of postings, and how they are built and summed. */
import { type Amount, add, negate, ZERO } from '@tern/money';
import { type Account, isMember, purposes } from './accounts.ts';
import type { RecordType } from './record-types.ts';

/** One signed line on one account. */
export interface Posting extends Account {
  readonly amount: Amount;
}

/** `(kind, reference)` is unique in the journal: the same fact is never posted twice. */
export interface Entry {
  readonly kind: RecordType;
  /** What caused it: "trade:1001". */
  readonly reference: string;
  readonly postings: readonly Posting[];
  readonly note?: string;
}

/** Assets whose postings do not sum to zero; empty for an entry that balances. */
export function imbalances(entry: Pick<Entry, 'postings'>): Map<string, Amount> {
  const sums = new Map<string, Amount>();
  for (const { asset, amount } of entry.postings) {
    sums.set(asset, add(sums.get(asset) ?? ZERO, amount));
  }
  for (const [asset, sum] of sums) if (sum === ZERO) sums.delete(asset);
  return sums;
}

/** Fails with: a thrown error naming the asset: an unbalanced entry is a fault of ours. */
export function assertBalanced(entry: Entry): void {
  for (const asset of imbalances(entry).keys()) {
    throw new Error(`entry ${entry.kind} ${entry.reference} does not balance in ${asset}`);
  }
}

/** One posting per account, zeros dropped, ordered by owner, asset and purpose. */
export function netPostings(postings: readonly Posting[]): Posting[] {
  const nets = new Map<string, Posting>();
  for (const posting of postings) {
    const key = `${posting.owner} ${posting.asset} ${posting.purpose}`;
    const before = nets.get(key);
    nets.set(key, before ? { ...before, amount: add(before.amount, posting.amount) } : posting);
  }
  return [...nets.values()].filter((posting) => posting.amount !== ZERO).sort(byAccount);
}

function byAccount(left: Posting, right: Posting): number {
  if (left.owner !== right.owner) return left.owner - right.owner;
  if (left.asset !== right.asset) return left.asset < right.asset ? -1 : 1;
  return purposes.indexOf(left.purpose) - purposes.indexOf(right.purpose);
}

/** What the entry changes of everything a member owns of an asset: the amount a record shows. */
export function changeOf(entry: Entry, owner: number, asset: string): Amount {
  let change = ZERO;
  for (const posting of entry.postings) {
    if (posting.owner === owner && posting.asset === asset) change = add(change, posting.amount);
  }
  return change;
}

/** Moves an amount between two purposes of one owner: a hold, its release, a lock. */
export function moveBetween(move: {
  owner: number;
  asset: string;
  from: Account['purpose'];
  to: Account['purpose'];
  amount: Amount;
}): [Posting, Posting] {
  const { owner, asset, from, to, amount } = move;
  return [
    { owner, asset, purpose: from, amount: negate(amount) },
    { owner, asset, purpose: to, amount },
  ];
}

/** Moves an amount from one account to another of the same asset. */
export function transfer(move: {
  from: Omit<Account, 'asset'>;
  to: Omit<Account, 'asset'>;
  asset: string;
  amount: Amount;
}): [Posting, Posting] {
  const { from, to, asset, amount } = move;
  return [
    { ...from, asset, amount: negate(amount) },
    { ...to, asset, amount },
  ];
}

/** Members an entry concerns. */
export function membersOf(entry: Entry): number[] {
  return [...new Set(entry.postings.map((posting) => posting.owner).filter(isMember))];
}
