/** The journal in memory: the reference model that tests compare with the database function. */
import { type Amount, ZERO } from '@tern/money';
import { type Entry, isBalanced, netPostings } from './entry.ts';
import { isMember, type Posting, type Purpose } from './posting.ts';

/**
 * Why a batch was refused. `unbalanced`: an asset of an entry does not sum to zero. `repeated`: an entry of this kind
 * and reference already exists, or is twice in the batch. `overdrawn`: a member's balance would fall below zero, or a
 * loan rise above it. `no-account`: there is no such account.
 */
export type LedgerRefusal = 'unbalanced' | 'repeated' | 'overdrawn' | 'no-account';

export class MemoryLedger {
  private readonly posted: Entry[] = [];
  private readonly references = new Set<string>();
  private readonly balances = new Map<string, Posting>();

  /**
   * Posts all entries or none; floors are checked after the whole batch, as in one transaction. Returns the reason of a
   * refusal, `undefined` when posted.
   */
  post(entries: readonly Entry[]): LedgerRefusal | undefined {
    const postings = entries.flatMap((entry) => entry.postings);
    if (!entries.every(isBalanced)) return 'unbalanced';
    const references = entries.map(({ kind, reference }) => `${kind} ${reference}`);
    if (new Set(references).size < references.length) return 'repeated';
    if (references.some((reference) => this.references.has(reference))) return 'repeated';
    if (!postings.every(hasAccount)) return 'no-account';
    const changed = netPostings([...this.balancesOf(postings), ...postings]);
    if (!changed.every(respectsFloor)) return 'overdrawn';
    for (const posting of postings) this.balances.delete(keyOf(posting));
    for (const balance of changed) this.balances.set(keyOf(balance), balance);
    for (const reference of references) this.references.add(reference);
    this.posted.push(...entries);
    return undefined;
  }

  balance(owner: number, asset: string, purpose: Purpose = 'available'): Amount {
    return this.balances.get(keyOf({ owner, asset, purpose }))?.amount ?? ZERO;
  }

  /** Every account with a balance, sorted by owner, asset and purpose. */
  allBalances(): Posting[] {
    return netPostings([...this.balances.values()]);
  }

  /** The sum over all owners by asset, which must be zero. */
  totals(): ReadonlyMap<string, Amount> {
    const totals = new Map<string, Amount>();
    for (const { asset, amount } of this.balances.values()) {
      totals.set(asset, ((totals.get(asset) ?? ZERO) + amount) as Amount);
    }
    return totals;
  }

  /** The journal in the order of posting. */
  entries(): readonly Entry[] {
    return this.posted;
  }

  private balancesOf(postings: readonly Posting[]): Posting[] {
    const keys = new Set(postings.map(keyOf));
    return [...keys].flatMap((key) => this.balances.get(key) ?? []);
  }
}

/** The balances after these entries alone, which a ledger's balances must equal. */
export function replay(entries: readonly Entry[]): Posting[] {
  return netPostings(entries.flatMap((entry) => entry.postings));
}

function keyOf({ owner, asset, purpose }: Omit<Posting, 'amount'>): string {
  return `${owner} ${purpose} ${asset}`;
}

function hasAccount({ owner, purpose }: Posting): boolean {
  return isMember(owner) || (owner < 0 && purpose === 'available');
}

function respectsFloor({ owner, purpose, amount }: Posting): boolean {
  if (!isMember(owner)) return true;
  return purpose === 'loan' ? amount <= ZERO : amount >= ZERO;
}
