/** Treasury money for products, as the installation has it: without the proposal and approval of a funding. */
import { exchangeAccounts, recordTypes, transfer } from '@tern/ledger';
import { type Amount, decimal } from '@tern/money';
import { postEntries } from '../../src/kernel/ledger/post-entries.ts';
import { amount, int8, text, timestamptz } from '../../src/platform/database/columns.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { defineQuery } from '../../src/platform/database/query.ts';
import { ownerOf } from './database.ts';
import { WEDNESDAY_NOON } from './market.ts';

const beginFunding = defineQuery({
  name: 'test.beginFunding',
  text: `insert into house_fundings (account, asset, amount, reason, is_beginning, granted_at, created_at)
    values ($1, $2, $3, 'For a test.', true, $4, $4) returning id`,
  params: [text, text, amount, timestamptz],
  row: { id: int8 },
});

/** Gives the exchange money to pay yields or to lend, or coins to sell. */
export async function fundTreasury(
  database: Database,
  account: 'yields' | 'loans' | 'offerings' | 'contracts',
  ...[asset, given]: [string, string]
): Promise<void> {
  const sum = decimal<Amount>(given);
  const postings = transfer({
    from: { owner: exchangeAccounts.paperIssuance, purpose: 'available' },
    to: { owner: exchangeAccounts[account], purpose: 'available' },
    asset,
    amount: sum,
  });
  await ownerOf(database).transaction(async (tx) => {
    const { id } = await tx.one(beginFunding, [account, asset, sum, WEDNESDAY_NOON]);
    const entry = { kind: recordTypes.increase, reference: `funding:${id}`, postings };
    await postEntries(tx, [entry], WEDNESDAY_NOON);
  });
}
