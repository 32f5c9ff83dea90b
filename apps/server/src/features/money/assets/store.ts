/** The SQL of assets: members' deposits at their value at the time. */
import { type Amount, ZERO } from '@tern/money';
import { amount, arrayOf, date, int4, int8 } from '../../../platform/database/columns.ts';
import type { Reader, Tx } from '../../../platform/database/database.ts';
import { defineQuery, defineStatement } from '../../../platform/database/query.ts';

const paidInTotal = defineQuery({
  name: 'assets.paidInTotal',
  text: 'select through_posting, worth from assets_paid_in_totals where member_id = $1',
  params: [int8],
  row: { throughPosting: int8, worth: amount },
});

const paidInOnDay = defineQuery({
  name: 'assets.paidInOnDay',
  text: 'select worth from assets_paid_in where member_id = $1 and day = $2',
  params: [int8, date],
  row: { worth: amount },
});

const raiseTotal = defineQuery({
  name: 'assets.raisePaidInTotal',
  text: `with raised as (
      insert into assets_paid_in_totals as t (member_id, through_posting, worth) values ($1, $3, $4)
      on conflict (member_id) do update set through_posting = excluded.through_posting, worth = t.worth + excluded.worth
        where t.through_posting = $2
      returning 1
    ) select count(*)::int as raised from raised`,
  params: [int8, int8, int8, amount],
  row: { raised: int4 },
});

const raiseDays = defineStatement({
  name: 'assets.raisePaidInDays',
  text: `insert into assets_paid_in as p (member_id, day, worth)
    select $1, day, worth from unnest($2::date[], $3::numeric[]) as d(day, worth)
    on conflict (member_id, day) do update set worth = p.worth + excluded.worth`,
  params: [int8, arrayOf(date), arrayOf(amount)],
});

/** The stored total up to the posting `throughPosting`; 0 without any. */
export async function findPaidIn(reader: Reader, memberId: number) {
  const found = await reader.maybe(paidInTotal, [memberId]);
  return found ?? { throughPosting: 0, worth: ZERO };
}

/** The stored part of one day (UTC, `YYYY-MM-DD`). */
export async function findPaidInOn(reader: Reader, memberId: number, day: string) {
  return (await reader.maybe(paidInOnDay, [memberId, day]))?.worth;
}

export interface PaidInStep {
  readonly memberId: number;
  readonly fromPosting: number;
  readonly throughPosting: number;
  readonly worth: Amount;
  readonly days: ReadonlyMap<string, Amount>;
}

/** Adds a range once; false when another process has added from the same posting. */
export async function addPaidIn(tx: Tx, step: PaidInStep): Promise<boolean> {
  const { memberId, fromPosting, throughPosting, worth, days } = step;
  const { raised } = await tx.one(raiseTotal, [memberId, fromPosting, throughPosting, worth]);
  if (raised === 0) return false;
  await tx.run(raiseDays, [memberId, [...days.keys()], [...days.values()]]);
  return true;
}
