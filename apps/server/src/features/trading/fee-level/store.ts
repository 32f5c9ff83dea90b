/** The SQL of fee levels: days, what members traded in them, and the levels that follow. */
import type { Amount } from '@tern/money';
import {
  amount,
  arrayOf,
  date,
  int2,
  int8,
  jsonb,
  timestamptz,
} from '../../../platform/database/columns.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { defineQuery, defineStatement } from '../../../platform/database/query.ts';

/** The newest two: the one that orders have, and perhaps the next. Newest first. */
export const newestDays = defineQuery({
  name: 'fee-level.newestDays',
  text: 'select day, levels, from_at from fee_level_days order by day desc limit 2',
  params: [],
  row: { day: date, levels: jsonb(), fromAt: timestamptz },
});

/** Nothing when it was begun before. */
export const beginDay = defineStatement({
  name: 'fee-level.beginDay',
  text: `insert into fee_level_days (day, levels, set_at, from_at) values ($1, $2, $3, $4) on conflict (day) do nothing`,
  params: [date, jsonb<object>(), timestamptz, timestamptz],
});

/** What a member traded on a day, and the fees of it. Units: USDT. */
export interface Turnover {
  readonly memberId: number;
  readonly day: string;
  readonly waited: Amount;
  readonly atOnce: Amount;
  readonly swapped: Amount;
  readonly orderFees: Amount;
  readonly swapFees: Amount;
}

const insertTurnover = defineStatement({
  name: 'fee-level.insertTurnover',
  text: `insert into fee_level_turnover (member_id, day, waited, at_once, swapped, order_fees, swap_fees)
    select * from unnest($1::bigint[], $2::date[], $3::numeric[], $4::numeric[], $5::numeric[], $6::numeric[], $7::numeric[])`,
  params: [
    arrayOf(int8),
    arrayOf(date),
    arrayOf(amount),
    arrayOf(amount),
    arrayOf(amount),
    arrayOf(amount),
    arrayOf(amount),
  ],
});

export async function addTurnover(tx: Tx, rows: readonly Turnover[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.run(insertTurnover, [
    rows.map(({ memberId }) => memberId),
    rows.map(({ day }) => day),
    rows.map(({ waited }) => waited),
    rows.map(({ atOnce }) => atOnce),
    rows.map(({ swapped }) => swapped),
    rows.map(({ orderFees }) => orderFees),
    rows.map(({ swapFees }) => swapFees),
  ]);
}

/** Stores the level of each member whose level changes with the day: the highest whose `from` the 30 days before it reach. */
export const setMemberLevels = defineStatement({
  name: 'fee-level.setMemberLevels',
  text: `with steps as (
      select substr(e.key, 6)::smallint as level, coalesce((d.levels ->> ('from' || substr(e.key, 6)))::numeric, 0) as least
      from fee_level_days d cross join jsonb_object_keys(d.levels) e(key) where d.day = $1 and e.key like 'maker%'
    ), own as (
      select t.member_id, (select max(s.level) from steps s where s.least <= t.traded) as level
      from (
        select member_id, sum(waited + at_once + swapped) as traded from fee_level_turnover
        where day >= $1::date - 30 and day < $1 group by member_id
      ) t
    ), former as (
      select distinct on (member_id) member_id, level from fee_levels order by member_id, day desc
    )
    insert into fee_levels (member_id, day, level)
    select member_id, $1, coalesce(o.level, 1) from own o full join former f using (member_id)
    where coalesce(o.level, 1) <> coalesce(f.level, 1)`,
  params: [date],
});

/** Members above level 1 on a day. */
export const levelsOfDay = defineQuery({
  name: 'fee-level.levelsOfDay',
  text: `select member_id, level from (
      select distinct on (member_id) member_id, level from fee_levels where day <= $1 order by member_id, day desc
    ) l where level > 1`,
  params: [date],
  row: { memberId: int8, level: int2 },
});

/** What a member traded in the 30 days before `$2`, and on the first of them. */
export const turnoverOfMember = defineQuery({
  name: 'fee-level.turnoverOfMember',
  text: `select coalesce(sum(waited), 0) as waited, coalesce(sum(at_once), 0) as at_once, coalesce(sum(swapped), 0) as swapped,
      coalesce(sum(order_fees), 0) as order_fees, coalesce(sum(swap_fees), 0) as swap_fees,
      coalesce(sum(waited + at_once + swapped) filter (where day = $2::date - 30), 0) as ending
    from fee_level_turnover where member_id = $1 and day >= $2::date - 30 and day < $2`,
  params: [int8, date],
  row: {
    waited: amount,
    atOnce: amount,
    swapped: amount,
    orderFees: amount,
    swapFees: amount,
    ending: amount,
  },
});
