/** The SQL of assets: what members put in and took out, at its value at the time. */
import { sum, ZERO } from '@tern/money';
import { amount, arrayOf, date, int8, nullable } from '../../../platform/database/columns.ts';
import type { Reader, Tx } from '../../../platform/database/database.ts';
import { defineQuery, defineStatement, type RowOf } from '../../../platform/database/query.ts';
import type { Flows } from './value-flows.ts';

const paidInTotals = defineQuery({
  name: 'assets.paidInTotals',
  text: 'select member_id, through_posting, put_in, taken_out from assets_paid_in_totals where member_id = any($1)',
  params: [arrayOf(int8)],
  row: { memberId: int8, throughPosting: int8, putIn: amount, takenOut: amount },
});

const paidInSince = defineQuery({
  name: 'assets.paidInSince',
  text: 'select member_id, day, put_in, taken_out from assets_paid_in where member_id = any($1) and day >= $2',
  params: [arrayOf(int8), date],
  row: { memberId: int8, day: date, putIn: amount, takenOut: amount },
});

const firstDayQuery = defineQuery({
  name: 'assets.firstPaidInDay',
  text: 'select min(day) as day from assets_paid_in where member_id = $1',
  params: [int8],
  row: { day: nullable(date) },
});

const beginTotals = defineStatement({
  name: 'assets.beginPaidInTotals',
  text: `insert into assets_paid_in_totals (member_id, through_posting, put_in, taken_out)
    select member_id, 0, 0, 0 from unnest($1::bigint[]) as m(member_id) order by member_id on conflict do nothing`,
  params: [arrayOf(int8)],
});

/** Only of those that stand where the step begins. */
const raiseTotals = defineQuery({
  name: 'assets.raisePaidInTotals',
  text: `update assets_paid_in_totals t
    set through_posting = s.through, put_in = t.put_in + s.put_in, taken_out = t.taken_out + s.taken_out
    from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::numeric[], $5::numeric[]) as s(member_id, begins, through, put_in, taken_out)
    where t.member_id = s.member_id and t.through_posting = s.begins returning t.member_id`,
  params: [arrayOf(int8), arrayOf(int8), arrayOf(int8), arrayOf(amount), arrayOf(amount)],
  row: { memberId: int8 },
});

const raiseDays = defineStatement({
  name: 'assets.raisePaidInDays',
  text: `insert into assets_paid_in as p (member_id, day, put_in, taken_out)
    select * from unnest($1::bigint[], $2::date[], $3::numeric[], $4::numeric[])
    on conflict (member_id, day) do update set put_in = p.put_in + excluded.put_in, taken_out = p.taken_out + excluded.taken_out`,
  params: [arrayOf(int8), arrayOf(date), arrayOf(amount), arrayOf(amount)],
});

/** The stored sums of each of the members, up to the posting `throughPosting`; 0 without any. */
export async function findPaidIn(
  reader: Reader,
  memberIds: readonly number[],
): Promise<RowOf<typeof paidInTotals>[]> {
  const rows = await reader.many(paidInTotals, [memberIds]);
  const found = new Map(rows.map((row) => [row.memberId, row]));
  const none = { throughPosting: 0, putIn: ZERO, takenOut: ZERO };
  return memberIds.map((memberId) => found.get(memberId) ?? { memberId, ...none });
}

/** The stored sums of days from `day` on (UTC). */
export const findPaidInSince = (reader: Reader, memberIds: readonly number[], day: string) =>
  reader.many(paidInSince, [memberIds, day]);

/** Null without any that is stored. */
export const firstPaidInDay = async (reader: Reader, memberId: number): Promise<string | null> =>
  (await reader.one(firstDayQuery, [memberId])).day;

export interface PaidInStep {
  readonly memberId: number;
  /** It begins after this posting, and ends with `through`. */
  readonly from: number;
  readonly through: number;
  readonly days: ReadonlyMap<string, Flows>;
}

/** Adds each step once: not where another process has added from the same posting. */
export async function addPaidIn(tx: Tx, steps: readonly PaidInStep[]): Promise<void> {
  if (steps.length === 0) return;
  const ids = steps.map(({ memberId }) => memberId);
  const sumOf = (name: keyof Flows) =>
    steps.map(({ days }) => sum([...days.values()].map((each) => each[name])));
  await tx.run(beginTotals, [ids]);
  const raised = await tx.many(raiseTotals, [
    ids,
    steps.map(({ from }) => from),
    steps.map(({ through }) => through),
    sumOf('putIn'),
    sumOf('takenOut'),
  ]);
  const added = new Set(raised.map(({ memberId }) => memberId));
  const rows = steps
    .filter(({ memberId }) => added.has(memberId))
    .flatMap(({ memberId, days }) =>
      [...days].map(([day, flows]) => ({ memberId, day, ...flows })),
    );
  await tx.run(raiseDays, [
    rows.map(({ memberId }) => memberId),
    rows.map(({ day }) => day),
    rows.map(({ putIn }) => putIn),
    rows.map(({ takenOut }) => takenOut),
  ]);
}
