/** What a contract may be, and what a member and the house may risk. Pure decisions (rules §4, §13). */
import { type Amount, add, ONE, quantize, type Rate, ratio, subtract, ZERO } from '@tern/money';
import type { Direction } from '@tern/settlement';
import { DAY_MS, HOUR_MS } from '../../platform/durations.ts';

/** Looser limits of a member's own wait so long. */
const LOOSEN_AFTER_MS = 24 * 3_600_000;

/** Win rate at which a payout ratio neither gains nor loses: 1 / (1 + ratio), up to 4 places (rules §2). */
export function breakEvenOf(payoutRatio: Rate): Rate {
  return quantize(ratio(ONE, ONE + payoutRatio, 'up'), RATE_PLACES, 'up');
}

/** Win rates are shown in hundredths of a percent. */
const RATE_PLACES = 4;

/** Midnight UTC before the moment. */
export function dayStart(at: number): number {
  return at - (at % DAY_MS);
}

/** Stakes and possible profits of the pending contracts of one market. */
export interface Exposure {
  readonly upStake: Amount;
  readonly upProfit: Amount;
  readonly downStake: Amount;
  readonly downProfit: Amount;
}

/** What the house loses on balance if every pending contract ends in this direction; below zero it gains. */
export function houseLoss(exposure: Exposure, direction: Direction): Amount {
  return direction === 'up'
    ? subtract(exposure.upProfit, exposure.downStake)
    : subtract(exposure.downProfit, exposure.upStake);
}

/** A member's own limits; null is none. */
export interface OwnLimits {
  readonly dailyStake: Amount | null;
  /** In force from `nextAt`; null there means that nothing is coming. */
  readonly nextDailyStake: Amount | null;
  readonly nextAt: number | null;
  readonly pausedUntil: number | null;
}

export const NO_LIMITS: OwnLimits = {
  dailyStake: null,
  nextDailyStake: null,
  nextAt: null,
  pausedUntil: null,
};

/** The limits as they hold at a moment: what was coming has come, a pause that is over is gone. */
export function limitsAt(limits: OwnLimits, now: number): OwnLimits {
  const hasCome = limits.nextAt !== null && limits.nextAt <= now;
  const isOver = limits.pausedUntil !== null && limits.pausedUntil <= now;
  return {
    ...(hasCome
      ? { dailyStake: limits.nextDailyStake, nextDailyStake: null, nextAt: null }
      : limits),
    pausedUntil: isOver ? null : limits.pausedUntil,
  };
}

/** What a member asks for; undefined leaves it as it is. */
export interface LimitChange {
  /** Null takes the limit away. */
  readonly dailyStake?: Amount | null;
  /** 0 ends a pause. */
  readonly pauseHours?: number;
}

/**
 * A tighter limit holds at once and forgets a looser one that was coming; a looser one comes after 24 h. A pause
 * may be made longer at once, and ends 24 h from now at the earliest. Source: rules §4, our choice: ADR 19.
 */
export function changedLimits(before: OwnLimits, change: LimitChange, now: number): OwnLimits {
  const current = limitsAt(before, now);
  const { dailyStake, pauseHours } = change;
  return {
    ...(dailyStake === undefined ? current : changedStake(current, dailyStake, now)),
    pausedUntil:
      pauseHours === undefined
        ? current.pausedUntil
        : changedPause(current.pausedUntil, now + pauseHours * HOUR_MS, now),
  };
}

function changedStake(current: OwnLimits, wanted: Amount | null, now: number): OwnLimits {
  const isLooser = current.dailyStake !== null && (wanted === null || wanted > current.dailyStake);
  return isLooser
    ? { ...current, nextDailyStake: wanted, nextAt: now + LOOSEN_AFTER_MS }
    : { ...current, dailyStake: wanted, nextDailyStake: null, nextAt: null };
}

function changedPause(current: number | null, wanted: number, now: number): number | null {
  if (current === null) return wanted > now ? wanted : null;
  return wanted >= current ? wanted : Math.min(current, Math.max(wanted, now + LOOSEN_AFTER_MS));
}

/** True when a stake fits into what the member allows themselves for the day. */
export function isWithinDay(limits: OwnLimits, staked: Amount, stake: Amount): boolean {
  return limits.dailyStake === null || add(staked, stake) <= limits.dailyStake;
}

/** A member's settled contracts in sums. */
export interface Results {
  readonly wins: number;
  readonly losses: number;
  /** Stakes of wins and losses. */
  readonly decidedStake: Amount;
  /** What all of these would have won. */
  readonly possibleProfit: Amount;
}

/** Wins per decided contract, down to 4 places; undefined while there is none. */
export function winRateOf({ wins, losses }: Results): Rate | undefined {
  if (wins + losses === 0) return undefined;
  return quantize(ratio(BigInt(wins), BigInt(wins + losses), 'down'), RATE_PLACES, 'down');
}

/** The win rate at which these stakes and ratios come to zero, up to 4 places; undefined while there is none. */
export function breakEvenOfResults(results: Results): Rate | undefined {
  const { decidedStake, possibleProfit } = results;
  const atStake = add(decidedStake, possibleProfit);
  if (atStake === ZERO) return undefined;
  return quantize(ratio(decidedStake, atStake, 'up'), RATE_PLACES, 'up');
}
