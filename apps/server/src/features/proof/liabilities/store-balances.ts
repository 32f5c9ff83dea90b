/** The SQL of members' balances in a snapshot. */
import type { OwedMember } from '../../../kernel/ledger/owed-members.ts';
import { amount, arrayOf, int8, text } from '../../../platform/database/columns.ts';
import type { Reader, Tx } from '../../../platform/database/database.ts';
import { defineStatement } from '../../../platform/database/query.ts';
import { defineTable } from '../../../platform/database/table.ts';

const liabilitiesBalances = defineTable('liabilities_balances', {
  ownerId: int8,
  assets: arrayOf(text),
  amounts: arrayOf(amount),
});

const insertStatement = defineStatement({
  name: 'liabilities.insertBalances',
  // Assets and amounts of a member are joined by spaces: arrays of arrays would all need the same length.
  text: `insert into liabilities_balances (snapshot, owner_id, assets, amounts)
    select $1, b.owner_id, string_to_array(b.assets, ' '), string_to_array(b.amounts, ' ')::numeric[]
    from unnest($2::bigint[], $3::text[], $4::text[]) as b(owner_id, assets, amounts)`,
  params: [int8, arrayOf(int8), arrayOf(text), arrayOf(text)],
});

/** Shape: `amounts` as decimals. */
export async function insertBalances(
  tx: Tx,
  snapshot: number,
  members: readonly (Omit<OwedMember, 'amounts'> & { readonly amounts: readonly string[] })[],
): Promise<void> {
  await tx.run(insertStatement, [
    snapshot,
    members.map(({ ownerId }) => ownerId),
    members.map(({ assets }) => assets.join(' ')),
    members.map(({ amounts }) => amounts.join(' ')),
  ]);
}

const storedQuery = liabilitiesBalances.select(
  'liabilities.balances',
  'where snapshot = $1 and owner_id > $2 order by owner_id limit $3',
  [int8, int8, int8],
);

/** Balances of a snapshot, in the order of the members' ids; those who are owed nothing are missing. */
export function listBalances(
  reader: Reader,
  page: { readonly snapshot: number; readonly after: number; readonly limit: number },
): Promise<OwedMember[]> {
  return reader.many(storedQuery, [page.snapshot, page.after, page.limit]);
}

const ofMemberQuery = liabilitiesBalances.select(
  'liabilities.balancesOfMember',
  'where snapshot = $1 and owner_id = $2',
  [int8, int8],
);

/** Undefined for a member who was owed nothing. */
export function balancesOfMember(
  reader: Reader,
  key: { readonly snapshot: number; readonly memberId: number },
): Promise<OwedMember | undefined> {
  return reader.maybe(ofMemberQuery, [key.snapshot, key.memberId]);
}

const clearStatement = defineStatement({
  name: 'liabilities.clearBalances',
  text: 'delete from liabilities_balances where snapshot = $1',
  params: [int8],
});

/** Removes what a process left unfinished. */
export async function clearBalances(tx: Tx, snapshot: number): Promise<void> {
  await tx.run(clearStatement, [snapshot]);
}
