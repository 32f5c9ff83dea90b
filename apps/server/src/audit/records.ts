/** Audits the counts, marks and day changes of records against the journal. */
import { recordTypes } from '@tern/ledger';
import { int8, text } from '../platform/database/columns.ts';
import type { Reader } from '../platform/database/database.ts';
import { defineQuery } from '../platform/database/query.ts';
import type { Finding } from './ledger.ts';

/** Orders and contracts have records for what they change, none for what they only hold. */
const WITHOUT_TOTAL = [
  recordTypes.orderHold,
  recordTypes.orderRelease,
  recordTypes.spotBuy,
  recordTypes.spotSell,
  recordTypes.contractClose,
  recordTypes.contractPrincipalReturn,
];
/** Of these, only what reserves money is listed, not that the reserved money leaves. */
const LEAVES = [recordTypes.withdrawalSuccess, recordTypes.miningMachinePurchase];
const RECORDS = `select p.id, p.owner_id, p.asset, p.kind, p.available, p.total, p.effective_at from ledger_postings p
  where p.owner_id > 0 and (p.total <> 0 or p.kind not in (${WITHOUT_TOTAL.join(', ')}))
    and p.id <= (select counted_through from ledger_record_progress)`;
const COUNTED = `select * from (${RECORDS}) r where not (r.available = 0 and r.total <> 0 and r.kind in (${LEAVES.join(', ')}))`;
const fault = { fault: text } as const;

const keptCounts = defineQuery({
  name: 'kernel.auditKeptCounts',
  text: `select (select count(*) from ledger_record_counts) + (select count(*) from ledger_record_list_counts) as counts`,
  params: [],
  row: { counts: int8 },
});

const wrongCounts = defineQuery({
  name: 'kernel.auditRecordCounts',
  text: `with counted as (
      select l.owner_id, coalesce(l.asset, '') as asset, coalesce(l.kind, 0) as kind, count(*) as records
      from (${COUNTED}) l group by l.owner_id, grouping sets ((l.asset, l.kind), (l.asset), (l.kind), ())
    ), kept as (
      select owner_id, asset, kind, records from ledger_record_counts
      union all select owner_id, asset, kind, records from ledger_record_list_counts
    )
    select 'member ' || coalesce(k.owner_id, c.owner_id) || ' is said to have ' || coalesce(k.records, 0) || ' records of asset "'
      || coalesce(k.asset, c.asset) || '" and kind ' || coalesce(k.kind, c.kind) || ', the journal has ' || coalesce(c.records, 0) as fault
    from kept k full join counted c on c.owner_id = k.owner_id and c.asset = k.asset and c.kind = k.kind
    where k.records is distinct from c.records limit 20`,
  params: [],
  row: fault,
});

const wrongMarks = defineQuery({
  name: 'kernel.auditRecordMarks',
  text: `with numbered as (
      select s.owner_id, s.asset, s.kind, s.id, row_number() over (partition by s.owner_id, s.asset, s.kind order by s.id) as number
      from (
        select l.owner_id, l.id, o.asset, o.kind from (${COUNTED}) l
        cross join lateral (values ('', 0::smallint), (l.asset, 0::smallint), ('', l.kind), (l.asset, l.kind)) as o(asset, kind)
      ) s
    ), marks as (select * from numbered where number % 64 = 0)
    select 'mark ' || coalesce(k.number, m.number) || ' of member ' || coalesce(k.owner_id, m.owner_id) || ' is at line '
      || coalesce(k.posting_id, 0) || ' instead of ' || coalesce(m.id, 0) as fault
    from ledger_record_marks k
      full join marks m on m.owner_id = k.owner_id and m.asset = k.asset and m.kind = k.kind and m.number = k.number
    where k.posting_id is distinct from m.id limit 20`,
  params: [],
  row: fault,
});

const wrongDays = defineQuery({
  name: 'kernel.auditDayChanges',
  text: `with summed as (
      select l.owner_id, (l.effective_at at time zone 'utc')::date as day, l.asset, sum(l.total) as amount from (${RECORDS}) l
      where (l.effective_at at time zone 'utc')::date >= (select days_from from ledger_record_progress) group by 1, 2, 3
    )
    select 'member ' || coalesce(k.owner_id, s.owner_id) || ' is said to have gained ' || coalesce(k.amount, 0) || ' '
      || coalesce(k.asset, s.asset) || ' on ' || coalesce(k.day, s.day) || ', the journal says ' || coalesce(s.amount, 0) as fault
    from ledger_day_changes k full join summed s on s.owner_id = k.owner_id and s.day = k.day and s.asset = k.asset
    where k.amount is distinct from s.amount limit 20`,
  params: [],
  row: fault,
});

/** `reader` should be a snapshot. Checks the journal as far as it has been counted. */
export async function auditRecords(reader: Reader): Promise<Finding[]> {
  const { counts } = await reader.one(keptCounts, []);
  const faults: string[] = [];
  for (const query of [wrongCounts, wrongMarks, wrongDays]) {
    faults.push(...(await reader.many(query, [])).map((each) => each.fault));
  }
  return [{ rule: 'the counts of records agree with the journal', checked: counts, faults }];
}
