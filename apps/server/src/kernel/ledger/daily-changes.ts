/** How members' totals changed from day to day: kept for a week, older days from the journal. */
import { amount, arrayOf, date, int8, text } from '../../platform/database/columns.ts';
import type { Reader } from '../../platform/database/database.ts';
import { defineQuery, type RowOf } from '../../platform/database/query.ts';
import { IS_RECORD } from './records.ts';

const COUNTED = '(select counted_through from ledger_record_progress)';
const MIDNIGHT = `($2::date::timestamp at time zone 'utc')`;
const changesByDay = defineQuery({
  name: 'kernel.dailyChanges',
  text: `with members as materialized (select m.owner_id from unnest($1::bigint[]) as m(owner_id))
    select c.owner_id, c.day, c.asset, sum(c.amount) as amount from (
      select d.owner_id, d.day, d.asset, d.amount from members m join ledger_day_changes d on d.owner_id = m.owner_id and d.day >= $2::date
      union all
      select m.owner_id, l.day, l.asset, l.total from members m cross join lateral (
        select (p.effective_at at time zone 'utc')::date as day, p.asset, p.total from ledger_postings p
        where p.owner_id = m.owner_id and ${IS_RECORD} and p.id > ${COUNTED} and p.effective_at >= ${MIDNIGHT} offset 0
      ) l
      union all
      -- Days that are not kept any more.
      select m.owner_id, l.day, l.asset, l.total from members m cross join lateral (
        select (p.effective_at at time zone 'utc')::date as day, p.asset, p.total from ledger_postings p
        where p.owner_id = m.owner_id and ${IS_RECORD}
          and p.id <= (select counted_through from ledger_record_progress where days_from > $2::date)
          and p.effective_at >= ${MIDNIGHT}
          and p.effective_at < (select days_from::timestamp at time zone 'utc' from ledger_record_progress) offset 0
      ) l
    ) c group by 1, 2, 3 having sum(c.amount) <> 0`,
  params: [arrayOf(int8), date],
  row: { ownerId: int8, day: date, asset: text, amount },
});
export type DailyChange = RowOf<typeof changesByDay>;

/** The net change of each asset on each day (UTC) from `since` on, by the time at which the records take effect; in no order. */
export function dailyChanges(
  reader: Reader,
  memberIds: readonly number[],
  since: string,
): Promise<DailyChange[]> {
  return reader.many(changesByDay, [memberIds, since]);
}
