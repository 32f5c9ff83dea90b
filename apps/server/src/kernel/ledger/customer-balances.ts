/** What each member had when a day was closed, for files of it: balances now, less the postings that count on later days. */
import { purposes } from '@tern/ledger';
import { formatDecimal } from '@tern/money';
import { int8, nullable, text, timestamptz } from '../../platform/database/columns.ts';
import type { Reader } from '../../platform/database/database.ts';
import { defineQuery, type RowOf } from '../../platform/database/query.ts';
import type { FileRange, FileRow } from '../files-of-days/file-source.ts';
import { balanceColumns } from './balances.ts';

const owners = defineQuery({
  name: 'kernel.balanceOwnersSpan',
  text: 'select coalesce(min(owner_id), 1) - 1 as after, coalesce(max(owner_id), 0) as through from ledger_balances where owner_id > 0',
  params: [],
  row: { after: int8, through: int8 },
});

const MEMBERS_PER_PAGE = 500;

const last = defineQuery({
  name: 'kernel.balanceOwnersLast',
  text: `select max(owner_id) as id from (
      select distinct owner_id from ledger_balances where owner_id > $1 and owner_id <= $2 order by owner_id limit ${MEMBERS_PER_PAGE}
    ) p`,
  params: [int8, int8],
  row: { id: nullable(int8) },
});

/**
 * Postings up to `through` ($3) count on the day or before, unless they are dated later. Those up to `settled` ($4) cannot be: they were
 * counted before the day began. One statement: balances and postings of the same moment.
 */
const balances = defineQuery({
  name: 'kernel.balancesOfDay',
  text: `with later as (
      select p.owner_id, p.asset, sum(p.available) as available, sum(p.held) as held, sum(p.locked) as locked, sum(p.staked) as staked,
        sum(p.financed) as financed, sum(p.loan) as loan
      from ledger_postings p
      where p.owner_id > $1 and p.owner_id <= $2 and p.id > $4 and (p.id > $3 or p.effective_at >= $5)
      group by 1, 2
    )
    select b.owner_id, b.asset, b.available - coalesce(l.available, 0) as available, b.held - coalesce(l.held, 0) as held,
      b.locked - coalesce(l.locked, 0) as locked, b.staked - coalesce(l.staked, 0) as staked,
      b.financed - coalesce(l.financed, 0) as financed, b.loan - coalesce(l.loan, 0) as loan
    from ledger_balances b left join later l using (owner_id, asset)
    where b.owner_id > $1 and b.owner_id <= $2 and ($6::text is null or b.asset = $6)
    order by b.owner_id, b.asset`,
  params: [int8, int8, int8, int8, timestamptz, nullable(text)],
  row: balanceColumns,
});

export const customerColumns = ['day', 'member', 'asset', ...purposes, 'total'];
export const customerSpan = (reader: Reader) => reader.one(owners, []);

/** Of a closed day: postings above `through` count later, those up to `settled` do not. */
export interface CountedDay {
  readonly through: number;
  readonly settled: number;
}

/** Without balances that come to nothing. */
export async function customerPage(
  reader: Reader,
  { range, counted }: { readonly range: FileRange; readonly counted: CountedDay },
  { after, through }: { readonly after: number; readonly through: number },
): Promise<{ rows: FileRow[]; next: number }> {
  const { id } = await reader.one(last, [after, through]);
  const next = id ?? through;
  const given = [
    after,
    next,
    counted.through,
    counted.settled,
    range.to,
    range.asset ?? null,
  ] as const;
  const rows = await reader.many(balances, given);
  return { rows: rows.filter(isLeft).map((row) => rowOf(row, range.untilDay)), next };
}

type Balance = RowOf<typeof balances>;
const isLeft = (row: Balance): boolean => purposes.some((purpose) => row[purpose] !== 0n);

function rowOf(row: Balance, day: string): FileRow {
  const total = purposes.reduce((sum, purpose) => sum + row[purpose], 0n);
  return {
    memberId: row.ownerId,
    cells: [
      day,
      String(row.ownerId),
      row.asset,
      ...purposes.map((purpose) => formatDecimal(row[purpose])),
      formatDecimal(total),
    ],
  };
}
