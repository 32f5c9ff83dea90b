/** Adds up what a day's yields pay to each member, for one notice a day. */
import { add, type Amount } from '@tern/money';
import { amount, arrayOf, date, int8, text } from '../../platform/database/columns.ts';
import { dayOf } from '../../platform/clock.ts';
import type { Tx } from '../../platform/database/database.ts';
import { defineQuery, defineStatement } from '../../platform/database/query.ts';

export interface PaidYield {
  memberId: number;
  asset: string;
  amount: Amount;
  /** The payout time, epoch ms. Yield paid at midnight belongs to the day that ends then. */
  dueAt: number;
}

/** In one order, so that two batches wait for each other instead of failing. */
const addAll = defineStatement({
  name: 'kernel.addDailyYields',
  text: `insert into notification_yields as y (day, member_id, asset, amount)
    select * from unnest($1::date[], $2::bigint[], $3::text[], $4::numeric[]) as paid(day, member_id, asset, amount)
    order by 1, 2, 3
    on conflict (day, member_id, asset) do update set amount = y.amount + excluded.amount`,
  params: [arrayOf(date), arrayOf(int8), arrayOf(text), arrayOf(amount)],
});

/** A second instance finds the rows of the first one gone. */
const takeSome = defineQuery({
  name: 'kernel.takeDailyYields',
  text: `with whole as (
      select distinct day, member_id from notification_yields where day < $1 order by 1, 2 limit $2
    ), taken as (
      delete from notification_yields y using whole w where y.day = w.day and y.member_id = w.member_id
      returning y.day, y.member_id, y.asset, y.amount
    )
    select day, member_id, asset, amount from taken order by day, member_id, asset`,
  params: [date, int8],
  row: { day: date, memberId: int8, asset: text, amount },
});

/** Adds the yields of one batch, in the transaction that pays them. */
export async function addYields(tx: Tx, yields: readonly PaidYield[]): Promise<void> {
  const sums = new Map<string, { day: string; memberId: number; asset: string; sum: Amount }>();
  for (const { memberId, asset, amount: paid, dueAt } of yields) {
    if (paid <= 0n) continue;
    const day = dayOf(dueAt - 1);
    const key = `${day} ${memberId} ${asset}`;
    const known = sums.get(key);
    if (known === undefined) sums.set(key, { day, memberId, asset, sum: paid });
    else known.sum = add(known.sum, paid);
  }
  const all = [...sums.values()];
  if (all.length === 0) return;
  await tx.run(addAll, [
    all.map(({ day }) => day),
    all.map(({ memberId }) => memberId),
    all.map(({ asset }) => asset),
    all.map(({ sum }) => sum),
  ]);
}

/** What a day paid to a member, by asset. */
export interface DailyYield {
  day: string;
  memberId: number;
  sums: { asset: string; amount: Amount }[];
}

/** Takes the sums of up to `limit` members and days that ended before `at` (UTC, epoch ms). */
export async function takeYields(
  tx: Tx,
  { at, limit }: { at: number; limit: number },
): Promise<DailyYield[]> {
  const days: DailyYield[] = [];
  for (const { day, memberId, ...sum } of await tx.many(takeSome, [dayOf(at), limit])) {
    const last = days.at(-1);
    if (last?.day === day && last.memberId === memberId) last.sums.push(sum);
    else days.push({ day, memberId, sums: [sum] });
  }
  return days;
}
