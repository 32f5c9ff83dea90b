/** What members put in and took out, from the journal: neither profit nor loss. */
import {
  amount,
  arrayOf,
  int2,
  int4,
  int8,
  text,
  timestamptz,
} from '../../platform/database/columns.ts';
import type { Reader } from '../../platform/database/database.ts';
import { defineQuery, type RowOf } from '../../platform/database/query.ts';
import { externalKinds } from './money-flows.ts';
import { IS_RECORD, OF_LEAF } from './records.ts';

/** One index range for each coin and type that is counted, and the few records that are not counted yet. */
const externalAfter = defineQuery({
  name: 'kernel.externalRecordsAfter',
  text: `with members as materialized (select * from unnest($1::bigint[], $2::bigint[]) as m(owner_id, after)),
    counted as materialized (
      select lines.id from members m join ledger_balances b on b.owner_id = m.owner_id
      cross join unnest($3::smallint[]) as wanted(kind) cross join lateral (select b.asset, wanted.kind) leaf cross join lateral (
        select p.id from ledger_postings p
        where p.owner_id = m.owner_id and ${IS_RECORD} and ${OF_LEAF('m.after', '(select counted_through from ledger_record_progress)')}
        offset 0
      ) lines
    ), later as materialized (
      select lines.id from members m cross join lateral (
        select p.id from ledger_postings p
        where p.owner_id = m.owner_id and ${IS_RECORD} and p.kind = any($3::smallint[])
          and p.id > greatest(m.after, (select counted_through from ledger_record_progress)) offset 0
      ) lines
    )
    select p.owner_id, p.id, p.asset, p.kind, p.total as amount, p.effective_at, e.reference,
      (p.id <= (select counted_through from ledger_record_progress))::int as is_settled
    from (select id from counted union all select id from later) found
      join ledger_postings p on p.id = found.id join ledger_entries e on e.id = p.entry_id
    where p.total <> 0 order by p.id`,
  params: [arrayOf(int8), arrayOf(int8), arrayOf(int2)],
  row: {
    ownerId: int8,
    id: int8,
    asset: text,
    kind: int2,
    amount,
    effectiveAt: timestamptz,
    reference: text,
    isSettled: int4,
  },
});
export type ExternalRecord = RowOf<typeof externalAfter>;

/** Of several members, each after a record of their own, oldest first. No record can still appear before the last settled one. */
export function externalRecords(
  reader: Reader,
  members: readonly { readonly memberId: number; readonly after: number }[],
): Promise<ExternalRecord[]> {
  const ids = members.map(({ memberId }) => memberId);
  return reader.many(externalAfter, [ids, members.map(({ after }) => after), externalKinds]);
}

const externalSums = defineQuery({
  name: 'kernel.externalSums',
  text: `select asset, coalesce(sum(total) filter (where total > 0), 0) as deposited,
      -coalesce(sum(total) filter (where total < 0), 0) as withdrawn
    from ledger_postings where owner_id = $1 and kind = any($2) and total <> 0 and effective_at >= $3 group by asset order by asset`,
  params: [int8, arrayOf(int2), timestamptz],
  row: { asset: text, deposited: amount, withdrawn: amount },
});

/** Total payments in and out by asset, in the order of asset codes. `since`: epoch ms. */
export function externalTotals(reader: Reader, memberId: number, since = 0) {
  return reader.many(externalSums, [memberId, externalKinds, since]);
}
