/** What members own together and what stands behind it, from the exchange accounts alone: every entry adds up to zero. */
import { exchangeAccounts } from '@tern/ledger';
import { amount, arrayOf, int8, nullable, text } from '../../platform/database/columns.ts';
import type { Reader } from '../../platform/database/database.ts';
import { defineQuery, type RowOf } from '../../platform/database/query.ts';

/** The accounts of the outside world: networks, banks, and the issue of paper money. Those of networks are below `NETWORKS`. */
const OUTSIDE = [exchangeAccounts.custody, exchangeAccounts.paperIssuance];
const NETWORKS = -1_000;

const positionQuery = defineQuery({
  name: 'kernel.exchangePosition',
  // A loan adds as much to what its borrower owns as to what they owe: only the first is owed to members.
  text: `select asset,
      coalesce(sum(available) filter (where owner_id = $1), 0) - sum(available) as owed,
      -coalesce(sum(available) filter (where owner_id = any($2::bigint[]) or owner_id < $3), 0) as held,
      coalesce(sum(available) filter (where owner_id = $1), 0) as lent
    from ledger_balances where owner_id < 0 group by asset`,
  params: [int8, arrayOf(int8), int8],
  row: { asset: text, owed: amount, held: amount, lent: amount },
});

/** Of one asset. `owed`: what members own together, loans not subtracted; `held`: received and not paid out; `lent`: what borrowers owe. */
export type ExchangePosition = RowOf<typeof positionQuery>;

/** Reads no member's balance, so that it costs the same with any number of members. */
export function exchangePositions(reader: Reader): Promise<ExchangePosition[]> {
  return reader.many(positionQuery, [exchangeAccounts.loanReceivables, OUTSIDE, NETWORKS]);
}

const newestEntryQuery = defineQuery({
  name: 'kernel.newestEntry',
  text: 'select max(id) as id from ledger_entries',
  params: [],
  row: { id: nullable(int8) },
});

/** The id of the newest entry of the journal; 0 for an empty one. */
export async function newestEntry(reader: Reader): Promise<number> {
  return (await reader.one(newestEntryQuery, [])).id ?? 0;
}
