/** Members who hold an asset, whatever for. */
import { amount, int4, int8, text } from '../../platform/database/columns.ts';
import type { Reader } from '../../platform/database/database.ts';
import { defineQuery } from '../../platform/database/query.ts';

const HOLDS =
  'asset = $1 and owner_id > 0 and (available + held + locked + staked + financed > 0 or loan < 0)';

const holdersAfterQuery = defineQuery({
  name: 'kernel.holdersAfter',
  text: `select owner_id from ledger_balances where ${HOLDS} and owner_id > $2 order by owner_id limit $3`,
  params: [text, int8, int8],
  row: { ownerId: int8 },
});

/** The next ones by id. */
export async function holdersAfter(
  reader: Reader,
  asset: string,
  { afterId, limit }: { afterId: number; limit: number },
): Promise<number[]> {
  const rows = await reader.many(holdersAfterQuery, [asset, afterId, limit]);
  return rows.map(({ ownerId }) => ownerId);
}

const holdings = defineQuery({
  name: 'kernel.holdingsOf',
  text: `select count(*)::int as holders, coalesce(sum(available + held + locked + staked + financed), 0) as total,
      count(*) filter (where locked + staked + financed > 0 or loan < 0)::int as in_products
    from ledger_balances where ${HOLDS}`,
  params: [text],
  row: { holders: int4, total: amount, inProducts: int4 },
});

/** How many members hold it, how much in all, and how many of them in a product: staked, locked, financed or owed. */
export const holdingsOf = (reader: Reader, asset: string) => reader.one(holdings, [asset]);
