/** Accounts with ample money in the journal, and random transfers between them. */
import { type Entry, exchangeAccounts, recordTypes, transfer } from '@tern/ledger';
import { type Amount, decimal } from '@tern/money';
import { postEntries } from '../../../apps/server/src/kernel/ledger/post-entries.ts';
import type { Database } from '../../../apps/server/src/platform/database/database.ts';
import { type Random, randomFrom } from '../random.ts';

const ASSET = 'USDT';
const FUNDS = decimal<Amount>('1000000000');
const UNIT = decimal<Amount>('0.01');
const PER_TRANSACTION = 1_000;
/** Above every seeded member, so that their balances are not touched. */
const FIRST_OWNER = 100_000_000;

const available = (owner: number) => ({ owner, purpose: 'available' }) as const;

export async function fundAccounts(database: Database, count: number): Promise<void> {
  for (let from = 0; from < count; from += PER_TRANSACTION) {
    const owners = Array.from({ length: PER_TRANSACTION }, (_, at) => FIRST_OWNER + from + at);
    const entries = owners.map((owner) => ({
      kind: recordTypes.paperFundsGranted,
      reference: `account:${owner}`,
      postings: transfer({
        from: available(exchangeAccounts.paperIssuance),
        to: available(owner),
        asset: ASSET,
        amount: FUNDS,
      }),
    }));
    await database.transaction((tx) => postEntries(tx, entries, Date.now()));
  }
}

/** How often each of some accounts is drawn: all alike, or the k-th most active one with a share of 1/k². */
export type Activity = 'uniform' | 'zipf';

/** Draws places by Zipf's law with exponent 2: of 10,000 the first alone gets 61 %. */
class Zipf {
  private readonly shares: Float64Array;

  constructor(places: number) {
    let sum = 0;
    this.shares = Float64Array.from({ length: places }, (_, at) => {
      sum += 1 / (at + 1) ** 2;
      return sum;
    });
  }

  draw(random: Random): number {
    const wanted = random.unit() * this.shares.at(-1)!;
    let low = 0;
    let high = this.shares.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.shares[middle]! < wanted) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** An endless series of transfers, each with a unique reference as its idempotency key. */
export class Transfers {
  private readonly random: Random;
  private readonly zipfs = new Map<number, Zipf>();
  private count = 0;

  constructor(seed: number) {
    this.random = randomFrom(seed);
  }

  /** Two different ones of the first `accounts` accounts. */
  pair(accounts: number, activity: Activity): { payer: number; payee: number } {
    if (activity === 'uniform') {
      const from = this.random.between(0, accounts - 1);
      const to = (from + this.random.between(1, accounts - 1)) % accounts;
      return { payer: FIRST_OWNER + from, payee: FIRST_OWNER + to };
    }
    const zipf = this.zipfs.get(accounts) ?? new Zipf(accounts);
    this.zipfs.set(accounts, zipf);
    const from = zipf.draw(this.random);
    let to = from;
    while (to === from) to = zipf.draw(this.random);
    return { payer: FIRST_OWNER + from, payee: FIRST_OWNER + to };
  }

  /** Between two different ones of the first `accounts` accounts. */
  next(accounts: number, activity: Activity): Entry {
    const { payer, payee } = this.pair(accounts, activity);
    const amount = (UNIT * BigInt(this.random.between(1, 1_000))) as Amount;
    this.count += 1;
    return {
      kind: recordTypes.increase,
      reference: `transfer:${this.count}`,
      postings: transfer({
        from: available(payer),
        to: available(payee),
        asset: ASSET,
        amount,
      }),
    };
  }
}
