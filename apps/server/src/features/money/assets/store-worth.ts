/** The SQL of worth over time: figures of midnights, and how far all members are computed. */
import { amount, arrayOf, date, int8, nullable } from '../../../platform/database/columns.ts';
import type { Reader, Tx } from '../../../platform/database/database.ts';
import { defineQuery, defineStatement, type RowOf } from '../../../platform/database/query.ts';
import type { WorthDay } from './worth-days.ts';

const progressQuery = defineQuery({
  name: 'assets.worthProgress',
  text: 'select done_through, target, through_member from assets_worth_progress',
  params: [],
  row: { doneThrough: nullable(date), target: nullable(date), throughMember: int8 },
});
export type WorthProgress = RowOf<typeof progressQuery>;

export const readWorthProgress = (reader: Reader): Promise<WorthProgress> =>
  reader.one(progressQuery, []);

/** Begins a pass over all members unless one is under way or was done. */
export const beginPass = defineStatement({
  name: 'assets.beginWorthPass',
  text: `update assets_worth_progress set target = $1, through_member = 0
    where target is null and (done_through is null or done_through < $1)`,
  params: [date],
});

export const endPass = defineStatement({
  name: 'assets.endWorthPass',
  text: `update assets_worth_progress set done_through = target, target = null, through_member = 0
    where target = $1 and through_member = $2`,
  params: [date, int8],
});

/** Takes the members after `$2` up to `$3`: only one instance gets them. */
const takeMembers = defineStatement({
  name: 'assets.takeWorthMembers',
  text: 'update assets_worth_progress set through_member = $3 where target = $1 and through_member = $2',
  params: [date, int8, int8],
});

const lastDays = defineQuery({
  name: 'assets.lastWorthDays',
  text: `select d.* from unnest($1::bigint[]) as m(member_id) cross join lateral (
      select member_id, day, worth, put_in, taken_out from assets_worth_days d
      where d.member_id = m.member_id and d.day <= $2 order by d.day desc limit 1
    ) d`,
  params: [arrayOf(int8), date],
  row: { memberId: int8, day: date, worth: nullable(amount), putIn: amount, takenOut: amount },
});

/** The newest row of each of the members up to a day; without members that have none. */
export const findLastDays = (reader: Reader, memberIds: readonly number[], through: string) =>
  reader.many(lastDays, [memberIds, through]);

const daysOf = defineQuery({
  name: 'assets.worthDays',
  text: `select day, worth, put_in, taken_out from assets_worth_days
    where member_id = $1 and day > $2 and day <= $3 order by day`,
  params: [int8, date, date],
  row: { day: date, worth: nullable(amount), putIn: amount, takenOut: amount },
});

/** The rows from `since` through `through`, and the one that `since` repeats; oldest first. */
export async function findWorthDays(
  reader: Reader,
  memberId: number,
  { since, through }: { readonly since: string; readonly through: string },
): Promise<WorthDay[]> {
  const [first, rest] = await Promise.all([
    findLastDays(reader, [memberId], since),
    reader.many(daysOf, [memberId, since, through]),
  ]);
  return [...first, ...rest];
}

const insertDays = defineStatement({
  name: 'assets.insertWorthDays',
  text: `insert into assets_worth_days (member_id, day, worth, put_in, taken_out)
    select * from unnest($1::bigint[], $2::date[], $3::numeric[], $4::numeric[], $5::numeric[])`,
  params: [
    arrayOf(int8),
    arrayOf(date),
    arrayOf(nullable(amount)),
    arrayOf(amount),
    arrayOf(amount),
  ],
});

export interface WorthStep {
  readonly target: string;
  /** The members after `from` up to `through`. */
  readonly from: number;
  readonly through: number;
  readonly rows: readonly (WorthDay & { readonly memberId: number })[];
}

/** False when another instance has taken these members. */
export async function addWorthDays(tx: Tx, step: WorthStep): Promise<boolean> {
  const { target, from, through, rows } = step;
  if ((await tx.run(takeMembers, [target, from, through])) === 0) return false;
  if (rows.length > 0) {
    await tx.run(insertDays, [
      rows.map(({ memberId }) => memberId),
      rows.map(({ day }) => day),
      rows.map(({ worth }) => worth),
      rows.map(({ putIn }) => putIn),
      rows.map(({ takenOut }) => takenOut),
    ]);
  }
  return true;
}
