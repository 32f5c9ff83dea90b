/** The SQL of plans: one, a member's, and those that are due. */
import {
  amount,
  arrayOf,
  date,
  int2,
  int8,
  nullable,
  text,
  timestamptz,
} from '../../../platform/database/columns.ts';
import type { Reader, Tx } from '../../../platform/database/database.ts';
import { defineQuery, defineStatement } from '../../../platform/database/query.ts';
import { defineTable, type TableRow } from '../../../platform/database/table.ts';
import type { Rhythm } from './schedule.ts';

const plans = defineTable('recurring_plans', {
  id: int8,
  memberId: int8,
  amount,
  markets: arrayOf(int2),
  shares: arrayOf(int2),
  rhythm: text,
  day: int2,
  minute: int2,
  timeZone: text,
  firstOn: date,
  state: text,
  stateAt: timestamptz,
  pausedBy: nullable(text),
  nextAt: nullable(timestamptz),
  skips: int2,
  createdAt: timestamptz,
});

/** A plan as stored. `amount` in USDT; `markets` are instruments, and `shares` the percent of each. */
export type Plan = Omit<TableRow<typeof plans>, 'rhythm' | 'state' | 'pausedBy'> & {
  rhythm: Rhythm;
  state: 'on' | 'paused' | 'ended';
  pausedBy: 'member' | 'skips' | null;
};

const ofMember = plans.select(
  'recurring-buy.plansOfMember',
  'where member_id = $1 order by id desc',
  [int8],
);

/** Newest first. */
export const plansOfMember = async (reader: Reader, memberId: number) =>
  (await reader.many(ofMember, [memberId])) as Plan[];

const oneOfMember = plans.select('recurring-buy.planOfMember', 'where id = $1 and member_id = $2', [
  int8,
  int8,
]);

/** Undefined also for another member's. */
export const planOfMember = async (
  reader: Reader,
  { id, memberId }: { id: number; memberId: number },
) => (await reader.maybe(oneOfMember, [id, memberId])) as Plan | undefined;

const forUpdate = plans.select('recurring-buy.planForUpdate', 'where id = $1 for no key update', [
  int8,
]);

/** The plan, locked until the transaction ends. */
export const lockPlan = async (tx: Tx, id: number) =>
  (await tx.maybe(forUpdate, [id])) as Plan | undefined;

const countOfMember = defineQuery({
  name: 'recurring-buy.countPlans',
  text: `select count(*)::int8 as count from recurring_plans where member_id = $1 and state <> 'ended'`,
  params: [int8],
  row: { count: int8 },
});

/** Those that have not ended. */
export const countPlans = async (reader: Reader, memberId: number) =>
  (await reader.one(countOfMember, [memberId])).count;

const insert = plans.insertReturning('recurring-buy.insertPlan', [
  'memberId',
  'amount',
  'markets',
  'shares',
  'rhythm',
  'day',
  'minute',
  'timeZone',
  'firstOn',
  'state',
  'stateAt',
  'pausedBy',
  'nextAt',
  'skips',
  'createdAt',
]);

export const insertPlan = async (tx: Tx, plan: Omit<Plan, 'id'>) =>
  (await insert(tx, plan)) as Plan;

const update = defineStatement({
  name: 'recurring-buy.updatePlan',
  text: `update recurring_plans set amount = $2, markets = $3, shares = $4, rhythm = $5, day = $6, minute = $7, time_zone = $8,
      first_on = $9, state = $10, state_at = $11, paused_by = $12, next_at = $13, skips = $14 where id = $1`,
  params: [
    int8,
    amount,
    arrayOf(int2),
    arrayOf(int2),
    text,
    int2,
    int2,
    text,
    date,
    text,
    timestamptz,
    nullable(text),
    nullable(timestamptz),
    int2,
  ],
});

/** Writes all of a locked plan that can change. */
export async function updatePlan(tx: Tx, plan: Plan): Promise<void> {
  const { id, markets, shares, rhythm, day, minute, timeZone, firstOn } = plan;
  const { state, stateAt, pausedBy, nextAt, skips } = plan;
  const schedule = [rhythm, day, minute, timeZone, firstOn] as const;
  const rest = [state, stateAt, pausedBy, nextAt, skips] as const;
  await tx.run(update, [id, plan.amount, markets, shares, ...schedule, ...rest]);
}

/** Ids of those that buy in a market and have not ended. */
export const plansBuying = plans
  .pick('id')
  .select(
    'recurring-buy.plansBuying',
    `where state <> 'ended' and $1 = any(markets) order by id limit $2`,
    [int2, int8],
  );

/** Of a closed account. */
export const endPlansOfMember = defineStatement({
  name: 'recurring-buy.endPlansOfMember',
  text: `update recurring_plans set state = 'ended', paused_by = null, next_at = null
    where member_id = $1 and state <> 'ended'`,
  params: [int8],
});

/** Plans due at `$1`, in their order after the one of `$2` and `$3`, `$4` at most. */
export const duePlans = defineQuery({
  name: 'recurring-buy.duePlans',
  text: `select id, next_at from recurring_plans
    where next_at <= $1 and (next_at, id) > ($2, $3) order by next_at, id limit $4`,
  params: [timestamptz, timestamptz, int8, int8],
  row: { id: int8, nextAt: timestamptz },
});
