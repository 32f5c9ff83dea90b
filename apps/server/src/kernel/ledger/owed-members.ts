/** What is owed to each member: everything they have but what they borrowed. */
import type { Amount } from '@tern/money';
import { amount, arrayOf, int8, text } from '../../platform/database/columns.ts';
import type { Reader } from '../../platform/database/database.ts';
import { defineQuery } from '../../platform/database/query.ts';

export interface OwedMember {
  readonly ownerId: number;
  /** In ASCII order. */
  readonly assets: readonly string[];
  /** One for each asset. */
  readonly amounts: readonly Amount[];
}

const owedQuery = defineQuery({
  name: 'kernel.owedMembers',
  text: `select b.owner_id, array_agg(b.asset order by b.asset collate "C") as assets,
      array_agg(b.available + b.held + b.locked + b.staked + b.financed order by b.asset collate "C") as amounts
    from (
      select distinct owner_id from ledger_balances where owner_id > greatest($1::bigint, 0) order by owner_id limit $2
    ) o join ledger_balances b using (owner_id)
    group by b.owner_id order by b.owner_id`,
  params: [int8, int8],
  row: { ownerId: int8, assets: arrayOf(text), amounts: arrayOf(amount) },
});

/** Members in the order of their ids, with amounts of zero too. */
export function listOwedMembers(
  reader: Reader,
  page: { readonly after: number; readonly limit: number },
): Promise<OwedMember[]> {
  return reader.many(owedQuery, [page.after, page.limit]);
}
