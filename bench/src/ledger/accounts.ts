/** Accounts with ample money in the journal, and random transfers between them. */
import { type Entry, houseAccounts, recordTypes, transfer } from '@tern/ledger';
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
        from: available(houseAccounts.paperIssuance),
        to: available(owner),
        asset: ASSET,
        amount: FUNDS,
      }),
    }));
    await database.transaction((tx) => postEntries(tx, entries, Date.now()));
  }
}

/** An endless series of transfers, each with a unique reference as its idempotency key. */
export class Transfers {
  private readonly random: Random;
  private count = 0;

  constructor(seed: number) {
    this.random = randomFrom(seed);
  }

  /** Two different ones of the first `accounts` accounts. */
  pair(accounts: number): { payer: number; payee: number } {
    const from = this.random.between(0, accounts - 1);
    const to = (from + this.random.between(1, accounts - 1)) % accounts;
    return { payer: FIRST_OWNER + from, payee: FIRST_OWNER + to };
  }

  /** Between two different ones of the first `accounts` accounts. */
  next(accounts: number): Entry {
    const { payer, payee } = this.pair(accounts);
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
