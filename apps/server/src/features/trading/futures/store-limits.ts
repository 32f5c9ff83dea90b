/** The SQL of members' own limits. */
import { amount, int8, nullable, timestamptz } from '../../../platform/database/columns.ts';
import type { Reader, Tx } from '../../../platform/database/database.ts';
import { defineQuery, defineStatement } from '../../../platform/database/query.ts';
import { NO_LIMITS, type OwnLimits } from './rules.ts';

const limitsOfMember = defineQuery({
  name: 'futures.limitsOfMember',
  text: `select daily_stake, next_daily_stake, next_at, paused_until from futures_limits where member_id = $1`,
  params: [int8],
  row: {
    dailyStake: nullable(amount),
    nextDailyStake: nullable(amount),
    nextAt: nullable(timestamptz),
    pausedUntil: nullable(timestamptz),
  },
});

const upsertLimits = defineStatement({
  name: 'futures.upsertLimits',
  text: `insert into futures_limits (member_id, daily_stake, next_daily_stake, next_at, paused_until, updated_at)
    values ($1, $2, $3, $4, $5, $6)
    on conflict (member_id) do update set daily_stake = excluded.daily_stake, next_daily_stake = excluded.next_daily_stake,
      next_at = excluded.next_at, paused_until = excluded.paused_until, updated_at = excluded.updated_at`,
  params: [
    int8,
    nullable(amount),
    nullable(amount),
    nullable(timestamptz),
    nullable(timestamptz),
    timestamptz,
  ],
});

/** As stored; `limitsAt` returns the limits in force. */
export async function findLimits(reader: Reader, memberId: number): Promise<OwnLimits> {
  return (await reader.maybe(limitsOfMember, [memberId])) ?? NO_LIMITS;
}

export async function writeLimits(
  tx: Tx,
  memberId: number,
  { limits, at }: { limits: OwnLimits; at: number },
): Promise<void> {
  const { dailyStake, nextDailyStake, nextAt, pausedUntil } = limits;
  await tx.run(upsertLimits, [memberId, dailyStake, nextDailyStake, nextAt, pausedUntil, at]);
}
