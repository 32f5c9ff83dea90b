/**
 * Whether results of short contracts lie within what chance allows (ADR 37). Prices are a martingale whose moves are as
 * likely up as down (ADR 15), so of contracts that were not ties half are won, whatever the member does.
 */
import { type Amount, divideInteger, ONE, type Rate, ZERO } from '@tern/money';
import type { Outcome } from './amounts.ts';

/** The chance that any alarm raised within a year is false: all subjects, measures and directions together. */
export const FALSE_ALARM_CHANCE = 0.01;

/** Whose results are looked at. */
export type ResultSubject = 'account' | 'market' | 'house';

interface Allotment {
  /** Of the chance of a year. */
  readonly share: number;
  /** Counting begins anew with each month or year. */
  readonly period: 'month' | 'year';
  /** So many subjects share it; with more of them the chance grows in proportion. */
  readonly subjects: number;
}

/** An account is counted by the month, so that a long fair past hides nothing; markets and the house by the year. */
const ALLOTMENTS: Readonly<Record<ResultSubject, Allotment>> = {
  account: { share: 0.5, period: 'month', subjects: 100_000 },
  market: { share: 0.25, period: 'year', subjects: 100 },
  house: { share: 0.25, period: 'year', subjects: 1 },
};

/** The chance that one subject raises a false alarm within one of its periods. */
export function falseAlarmChance(subject: ResultSubject): number {
  const { share, period, subjects } = ALLOTMENTS[subject];
  return (FALSE_ALARM_CHANCE * share) / (period === 'month' ? 12 : 1) / subjects;
}

/** How long a subject's results are counted together, in UTC. */
export function periodOf(subject: ResultSubject): 'month' | 'year' {
  return ALLOTMENTS[subject].period;
}

/** A contract that ended, as far as counting looks at it. */
export interface EndedContract {
  /** Epoch milliseconds. */
  readonly acceptedAt: number;
  /** When its result was known: its due time, or the end of its opening span if it never opened. Epoch milliseconds. */
  readonly knownAt: number;
  /** Undefined: void or invalid. */
  readonly outcome: Outcome | undefined;
  readonly stake: Amount;
  readonly payoutRatio: Rate;
  readonly profit: Amount;
}

/** What was counted of contracts that do not overlap: each was accepted when the result of the one before was known. */
export interface ResultLane {
  readonly knownAt: number;
  readonly wins: number;
  readonly losses: number;
  readonly ties: number;
  /** What members gained in all, and what they gain on average at these stakes and payout ratios. */
  readonly net: Amount;
  readonly expectedNet: Amount;
  /** Sum of the squares of how far one result moves `net` from `expectedNet`. */
  readonly squares: Amount;
}

export const EMPTY_LANE: ResultLane = {
  knownAt: 0,
  wins: 0,
  losses: 0,
  ties: 0,
  net: ZERO,
  expectedNet: ZERO,
  squares: ZERO,
};

/** Overlapping contracts share price moves, so they are counted apart; what overlaps with so many others is not counted. */
export const LANES_MAX = 64;

/**
 * The lane of a contract: the first whose last result was known when it was accepted, a new one if there is none.
 * Shape: contracts in the order of acceptance. The choice looks at nothing that happened after acceptance, so members cannot steer it by outcomes.
 * Fails with: `undefined` when all lanes are taken.
 */
export function laneFor(lanes: readonly ResultLane[], acceptedAt: number): number | undefined {
  const free = lanes.findIndex(({ knownAt }) => knownAt <= acceptedAt);
  if (free >= 0) return free;
  return lanes.length < LANES_MAX ? lanes.length : undefined;
}

/** The lane with one contract more. Ties, void and invalid contracts tell nothing about luck and only take their time. */
export function countIn(lane: ResultLane, contract: EndedContract): ResultLane {
  const { knownAt, outcome, stake, payoutRatio, profit } = contract;
  if (outcome === undefined) return { ...lane, knownAt };
  if (outcome === 'tie') return { ...lane, knownAt, ties: lane.ties + 1 };
  const expected = divideInteger(stake * (payoutRatio - ONE), 2n * ONE, 'truncate');
  // A win lies so far above the average as a loss below: half of stake × (1 + ratio).
  const moved = divideInteger(stake * (payoutRatio + ONE), 2n * ONE, 'truncate');
  return {
    knownAt,
    wins: lane.wins + (outcome === 'win' ? 1 : 0),
    losses: lane.losses + (outcome === 'loss' ? 1 : 0),
    ties: lane.ties,
    net: (lane.net + profit) as Amount,
    expectedNet: (lane.expectedNet + expected) as Amount,
    squares: (lane.squares + divideInteger(moved * moved, ONE, 'up')) as Amount,
  };
}

/** Results outside the limits. */
export interface Excess {
  /** Members won more than chance allows, or less. */
  readonly side: 'above' | 'below';
  /** The last number of wins, and the last net to the cent, that are within. */
  readonly winsLimit: number;
  readonly netLimit: Amount;
}

/**
 * Whether the lane's wins, or what was gained by them, lie outside the limits; undefined when they are within.
 * Units: `chance` that this subject raises a false alarm in its period, however often it is looked at; `lane` counts from 0.
 */
export function excessOf(
  counted: ResultLane,
  { chance, lane }: { readonly chance: number; readonly lane: number },
): Excess | undefined {
  const { wins, losses } = counted;
  const decided = wins + losses;
  if (decided === 0) return undefined;
  // Two measures in two directions; the lanes' chances 1/2, 1/6, 1/12, … add up to one.
  const logOdds = Math.log((4 * (lane + 1) * (lane + 2)) / chance);
  const expectedNet = numberOf(counted.expectedNet);
  const lead = wins - losses;
  const gain = numberOf(counted.net) - expectedNet;
  const leadLimit = limitOf(decided, logOdds);
  const gainLimit = limitOf(numberOf(counted.squares), logOdds);
  const isAbove = lead > leadLimit || gain > gainLimit;
  if (!isAbove && lead >= -leadLimit && gain >= -gainLimit) return undefined;
  return isAbove
    ? {
        side: 'above',
        winsLimit: Math.floor((decided + leadLimit) / 2),
        netLimit: amountOf(Math.floor(CENTS * (expectedNet + gainLimit))),
      }
    : {
        side: 'below',
        winsLimit: Math.ceil((decided - leadLimit) / 2),
        netLimit: amountOf(Math.ceil(CENTS * (expectedNet - gainLimit))),
      };
}

const CENTS = 100;
const amountOf = (cents: number): Amount => ((BigInt(cents) * ONE) / BigInt(CENTS)) as Amount;

/**
 * How far a sum of fair steps may be from zero, at any time, when the squares of its steps add up to `squares`.
 *
 * By Hoeffding and Azuma, exp(λ·sum − λ²·squares/2) is a supermartingale for every λ, also if steps were chosen knowing all
 * results before; by Ville it ever exceeds 1/p with a chance of at most p. Each doubling of `squares` has a λ of its own,
 * made for its middle, and the chance p/((j+1)(j+2)); these add up to p.
 */
function limitOf(squares: number, logOdds: number): number {
  const doubling = Math.max(0, Math.floor(Math.log2(squares)));
  const odds = logOdds + Math.log((doubling + 1) * (doubling + 2));
  const middle = Math.SQRT2 * 2 ** doubling;
  return Math.sqrt(odds / 2) * (squares / Math.sqrt(middle) + Math.sqrt(middle));
}

/** A statistic, not money: a double is exact enough. */
const numberOf = (value: bigint): number => Number(value) / Number(ONE);
