/** A member's own limits: a daily stake and a pause. Tighter limits apply immediately, looser ones after 24 hours. */
import { type Amount, fitsScale, formatDecimal, parseDecimal } from '@tern/money';
import type { FuturesLimits } from '@tern/protocol';
import type { AssetRegistry } from '../../../kernel/catalog/assets.ts';
import { lockMember } from '../../../kernel/members/members.ts';
import { Refusal, tooManyPlaces } from '../../../kernel/requests/refusal.ts';
import { isoTime } from '../../../platform/clock.ts';
import type { Reader, Tx } from '../../../platform/database/database.ts';
import { STAKE_ASSET } from './contract.ts';
import { changedLimits, dayStart, type LimitChange, limitsAt, type OwnLimits } from './rules.ts';
import { stakedSince } from './store.ts';
import { findLimits, writeLimits } from './store-limits.ts';

export async function describeLimits(
  reader: Reader,
  request: { memberId: number; now: number },
): Promise<FuturesLimits> {
  const { memberId, now } = request;
  const [limits, staked] = await Promise.all([
    findLimits(reader, memberId),
    stakedSince(reader, memberId, dayStart(now)),
  ]);
  return limitsRow(limitsAt(limits, now), staked);
}

export interface LimitInput {
  memberId: number;
  /** As sent; empty removes the limit, absent leaves it unchanged. */
  dailyStake: string | number | undefined;
  pauseHours: string | number | undefined;
}

/** @throws invalid-request for an unreadable amount */
export async function changeLimits(
  tx: Tx,
  assets: AssetRegistry,
  request: { input: LimitInput; now: number },
): Promise<FuturesLimits> {
  const { input, now } = request;
  const { memberId } = input;
  const change = changeOf(input, assets.get(STAKE_ASSET).scale);
  await lockMember(tx, memberId);
  const limits = changedLimits(await findLimits(tx, memberId), change, now);
  await writeLimits(tx, memberId, { limits, at: now });
  return limitsRow(limits, await stakedSince(tx, memberId, dayStart(now)));
}

function changeOf({ dailyStake, pauseHours }: LimitInput, scale: number): LimitChange {
  return {
    ...(dailyStake === undefined ? {} : { dailyStake: limitOf(dailyStake, scale) }),
    ...(pauseHours === undefined ? {} : { pauseHours: Number(pauseHours) }),
  };
}

function limitOf(given: string | number, scale: number): Amount | null {
  if (given === '') return null;
  const limit = parseDecimal(String(given));
  if (limit === undefined) throw new Refusal('invalid-request', { fields: ['dailyStake'] });
  if (!fitsScale(limit, scale)) throw tooManyPlaces('dailyStake', scale);
  return limit;
}

const amountText = (value: bigint | null) => (value === null ? '' : formatDecimal(value));
const timeText = (at: number | null) => (at === null ? '' : isoTime(at));

function limitsRow(limits: OwnLimits, staked: Amount): FuturesLimits {
  return {
    dailyStake: amountText(limits.dailyStake),
    stakedToday: formatDecimal(staked),
    nextDailyStake: amountText(limits.nextDailyStake),
    nextAt: timeText(limits.nextAt),
    pausedUntil: timeText(limits.pausedUntil),
  };
}
