/** Postings of some days in the order of the journal, for files of them. */
import { amount, date, int2, int8, text, timestamptz } from '../../platform/database/columns.ts';
import type { Reader } from '../../platform/database/database.ts';
import { defineQuery, type RowOf } from '../../platform/database/query.ts';

/** A posting counts on its date, or on the first day that was open. */
const postingsQuery = defineQuery({
  name: 'kernel.postingsOfDays',
  text: `select p.day, p.id, p.entry_id, e.reference, p.kind, p.effective_at, p.owner_id, ledger_account_of(p.owner_id) as account, p.asset,
      p.available, p.held, p.locked, p.staked, p.financed, p.loan, p.total
    from (
      select greatest((effective_at at time zone 'utc')::date, $3::date) as day, *
      from ledger_postings where id > $1 and id <= $2
    ) p join ledger_entries e on e.id = p.entry_id
    where p.day between $4::date and $5::date order by p.id`,
  params: [int8, int8, date, date, date],
  row: {
    day: date,
    id: int8,
    entryId: int8,
    reference: text,
    kind: int2,
    effectiveAt: timestamptz,
    ownerId: int8,
    account: int8,
    asset: text,
    available: amount,
    held: amount,
    locked: amount,
    staked: amount,
    financed: amount,
    loan: amount,
    total: amount,
  },
});
export type DayPosting = RowOf<typeof postingsQuery>;

/** Postings with ids above `after`, up to `through`, for which `firstOpen` was the first day that was not closed. */
export interface CountedSpan {
  readonly after: number;
  readonly through: number;
  readonly firstOpen: string;
}

/** Those that count on days from `from` to `until`, both included. */
export function postingsOfDays(
  reader: Reader,
  { after, through, firstOpen }: CountedSpan,
  { from, until }: { readonly from: string; readonly until: string },
): Promise<DayPosting[]> {
  return reader.many(postingsQuery, [after, through, firstOpen, from, until]);
}
