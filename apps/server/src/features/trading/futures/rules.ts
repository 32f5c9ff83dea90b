/** The rules of contracts: what a member and the exchange may risk. Pure. */
import { type Amount, add, ONE, quantize, type Rate, ratio, subtract, ZERO } from '@tern/money';
import type { Direction } from '@tern/settlement';
import { DAY_MS, HOUR_MS } from '../../../platform/durations.ts';

/** Looser limits of a member apply after this time. */
const LOOSEN_AFTER_MS = 24 * 3_600_000;

/** Win rate at which a payout ratio breaks even: 1 / (1 + ratio), rounded up to 4 places. */
export function breakEvenOf(payoutRatio: Rate): Rate {
  return quantize(ratio(ONE, ONE + payoutRatio, 'up'), RATE_PLACES, 'up');
}

/** Win rates are shown in hundredths of a percent. */
const RATE_PLACES = 4;

/** Start of the UTC day. */
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

/** Net loss of the exchange if every pending contract ends in this direction; a gain below zero. */
export function exchangeLoss(exposure: Exposure, direction: Direction): Amount {
  return direction === 'up'
    ? subtract(exposure.upProfit, exposure.downStake)
    : subtract(exposure.downProfit, exposure.upStake);
}

/** A member's own limits; null means none. */
export interface OwnLimits {
  readonly dailyStake: Amount | null;
  /** Applies from `nextAt`; no change is pending when that is null. */
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

/** The limits in force at a moment: pending changes that are due applied, a pause that is over removed. */
export function limitsAt(limits: OwnLimits, now: number): OwnLimits {
  const isDue = limits.nextAt !== null && limits.nextAt <= now;
  const isOver = limits.pausedUntil !== null && limits.pausedUntil <= now;
  return {
    ...(isDue ? { dailyStake: limits.nextDailyStake, nextDailyStake: null, nextAt: null } : limits),
    pausedUntil: isOver ? null : limits.pausedUntil,
  };
}

/** A change by the member; undefined leaves a limit unchanged. */
export interface LimitChange {
  /** Null removes the limit. */
  readonly dailyStake?: Amount | null;
  /** 0 ends a pause. */
  readonly pauseHours?: number;
}

/**
 * A tighter limit applies immediately and cancels a pending looser one; a looser one applies after 24 hours. A pause
 * can be extended immediately; shortened, it ends in 24 hours at the earliest. Decided in ADR 19.
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

function changedStake(current: OwnLimits, requested: Amount | null, now: number): OwnLimits {
  const isLooser =
    current.dailyStake !== null && (requested === null || requested > current.dailyStake);
  return isLooser
    ? { ...current, nextDailyStake: requested, nextAt: now + LOOSEN_AFTER_MS }
    : { ...current, dailyStake: requested, nextDailyStake: null, nextAt: null };
}

function changedPause(current: number | null, requested: number, now: number): number | null {
  if (current === null) return requested > now ? requested : null;
  return requested >= current
    ? requested
    : Math.min(current, Math.max(requested, now + LOOSEN_AFTER_MS));
}

/** True when the stake is within the member's daily limit. */
export function isWithinDailyLimit(limits: OwnLimits, staked: Amount, stake: Amount): boolean {
  return limits.dailyStake === null || add(staked, stake) <= limits.dailyStake;
}

/** Totals of a member's settled contracts. */
export interface Results {
  readonly wins: number;
  readonly losses: number;
  /** Stakes of wins and losses. */
  readonly decidedStake: Amount;
  /** Their profit if all had won. */
  readonly possibleProfit: Amount;
}

/** Wins per decided contract, rounded down to 4 places; undefined without any. */
export function winRateOf({ wins, losses }: Results): Rate | undefined {
  if (wins + losses === 0) return undefined;
  return quantize(ratio(BigInt(wins), BigInt(wins + losses), 'down'), RATE_PLACES, 'down');
}

/** The win rate at which these stakes and ratios break even, rounded up to 4 places; undefined without any. */
export function breakEvenOfResults(results: Results): Rate | undefined {
  const { decidedStake, possibleProfit } = results;
  const atStake = add(decidedStake, possibleProfit);
  if (atStake === ZERO) return undefined;
  return quantize(ratio(decidedStake, atStake, 'up'), RATE_PLACES, 'up');
}
