/** Money of the house for products, without the proposal and approval of a funding. */
import { houseAccounts, transfer } from '@tern/ledger';
import { type Amount, decimal } from '@tern/money';
import type { Database } from '../../src/platform/database/database.ts';
import { entryOf, post } from './journal.ts';

/** Gives the house money to pay yields or to lend, or coins to sell. */
export function fundHouse(
  database: Database,
  account: 'yields' | 'loans' | 'offerings',
  ...[asset, given]: [string, string]
) {
  const postings = transfer({
    from: { owner: houseAccounts.paperIssuance, purpose: 'available' },
    to: { owner: houseAccounts[account], purpose: 'available' },
    asset,
    amount: decimal<Amount>(given),
  });
  return post(database, entryOf(postings));
}
