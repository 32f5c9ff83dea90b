/** Audits fee levels: each day has the announced levels, and each level follows from what its member traded. */
import { feeLevels } from '../features/trading/fee-level/index.ts';
import { int8, jsonb, text } from '../platform/database/columns.ts';
import type { Reader } from '../platform/database/database.ts';
import { defineQuery } from '../platform/database/query.ts';
import type { Finding } from './ledger.ts';

const count = defineQuery({
  name: 'fee-level.auditCount',
  text: 'select (select count(*) from fee_level_days) + (select count(*) from fee_levels) as checked',
  params: [],
  row: { checked: int8 },
});

const wrongDays = defineQuery({
  name: 'fee-level.auditWrongDays',
  text: `select 'the fee levels of ' || d.day || ' were not announced' as fault from fee_level_days d
    where d.levels <> $2 and not exists (
      select from setting_versions v where v.key = $1 and v.state = 'inForce' and v.value = d.levels and v.effective_at <= d.set_at
    ) limit 20`,
  params: [text, jsonb<object>()],
  row: { fault: text },
});

/** Each change of a level on its day, and everyone on the newest day. */
const wrongLevels = defineQuery({
  name: 'fee-level.auditWrongLevels',
  text: `with newest as (select max(day) as day from fee_level_days), examined as (
      select member_id, day from fee_levels
      union select t.member_id, n.day from fee_level_turnover t cross join newest n where t.day >= n.day - 30
    )
    select 'member ' || e.member_id || ' has fee level ' || o.level || ' on ' || e.day || ', due is ' || coalesce(k.level, 1) as fault
    from examined e join fee_level_days d on d.day = e.day
    cross join lateral (
      select coalesce((select f.level from fee_levels f where f.member_id = e.member_id and f.day <= e.day order by f.day desc limit 1), 1) as level
    ) o
    cross join lateral (
      select coalesce(sum(t.waited + t.at_once + t.swapped), 0) as traded from fee_level_turnover t
      where t.member_id = e.member_id and t.day >= e.day - 30 and t.day < e.day
    ) s
    cross join lateral (
      select max(substr(l.key, 6)::int) as level from jsonb_object_keys(d.levels) l(key)
      where l.key like 'maker%' and coalesce((d.levels ->> ('from' || substr(l.key, 6)))::numeric, 0) <= s.traded
    ) k
    where o.level <> coalesce(k.level, 1) limit 20`,
  params: [],
  row: { fault: text },
});

/** `reader` should be a snapshot. */
export async function auditFeeLevels(reader: Reader): Promise<Finding[]> {
  const { checked } = await reader.one(count, []);
  const faults = [
    ...(await reader.many(wrongDays, [feeLevels.key, feeLevels.document as object])),
    ...(await reader.many(wrongLevels, [])),
  ].map(({ fault }) => fault);
  return [{ rule: 'every fee level follows from what was traded, as announced', checked, faults }];
}
