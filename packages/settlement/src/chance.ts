/**
 * Detects results of timed contracts that chance does not explain (ADR 37). Prices are a martingale with symmetric moves
 * (ADR 15), so half of all contracts without a tie are won, whatever the member does.
 */
import { type Amount, divideInteger, ONE, type Rate, ZERO } from '@tern/money';
import type { Outcome } from './amounts.ts';

/** The probability of any false alarm within a year, over all subjects, measures and directions. */
export const FALSE_ALARM_CHANCE = 0.01;

/** Whose results are monitored. */
export type ResultSubject = 'account' | 'market' | 'house';

interface Allotment {
  /** Share of the yearly probability. */
  readonly share: number;
  /** Counting restarts with each month or year. */
  readonly period: 'month' | 'year';
  /** The number of subjects that share it; with more subjects the probability grows in proportion. */
  readonly subjects: number;
}

/** Accounts are counted by month, so that a long fair history hides nothing; markets and the exchange by year. */
const ALLOTMENTS: Readonly<Record<ResultSubject, Allotment>> = {
  account: { share: 0.5, period: 'month', subjects: 100_000 },
  market: { share: 0.25, period: 'year', subjects: 100 },
  house: { share: 0.25, period: 'year', subjects: 1 },
};

/** The probability that one subject raises a false alarm within one period. */
export function falseAlarmChance(subject: ResultSubject): number {
  const { share, period, subjects } = ALLOTMENTS[subject];
  return (FALSE_ALARM_CHANCE * share) / (period === 'month' ? 12 : 1) / subjects;
}

/** The counting period of a subject, in UTC. */
export function periodOf(subject: ResultSubject): 'month' | 'year' {
  return ALLOTMENTS[subject].period;
}

/** The fields of an ended contract that are counted. */
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

/** The counters of non-overlapping contracts: each was accepted after the result of the previous one was known. */
export interface ResultSequence {
  readonly knownAt: number;
  readonly wins: number;
  readonly losses: number;
  readonly ties: number;
  /** The members' total gain, and its expected value at these stakes and payout ratios. */
  readonly net: Amount;
  readonly expectedNet: Amount;
  /** Sum of the squared deviations of each result from its expected value. */
  readonly squares: Amount;
}

export const EMPTY_SEQUENCE: ResultSequence = {
  knownAt: 0,
  wins: 0,
  losses: 0,
  ties: 0,
  net: ZERO,
  expectedNet: ZERO,
  squares: ZERO,
};

/** Overlapping contracts share price moves, so they are counted in separate sequences. Contracts beyond this many sequences are not counted. */
export const SEQUENCES_MAX = 64;

/**
 * The sequence of a contract: the first one whose last result was known at acceptance, else a new one.
 * Shape: contracts in the order of acceptance. The choice depends on nothing after acceptance, so outcomes cannot influence it.
 * Undefined when all sequences are occupied.
 */
export function sequenceFor(
  sequences: readonly ResultSequence[],
  acceptedAt: number,
): number | undefined {
  const free = sequences.findIndex(({ knownAt }) => knownAt <= acceptedAt);
  if (free >= 0) return free;
  return sequences.length < SEQUENCES_MAX ? sequences.length : undefined;
}

/** Adds a contract to a sequence. Ties, void and invalid contracts carry no information about luck and only occupy the sequence. */
export function countIn(sequence: ResultSequence, contract: EndedContract): ResultSequence {
  const { knownAt, outcome, stake, payoutRatio, profit } = contract;
  if (outcome === undefined) return { ...sequence, knownAt };
  if (outcome === 'tie') return { ...sequence, knownAt, ties: sequence.ties + 1 };
  const expected = divideInteger(stake * (payoutRatio - ONE), 2n * ONE, 'truncate');
  // A win is as far above the mean as a loss is below it: half of stake × (1 + ratio).
  const moved = divideInteger(stake * (payoutRatio + ONE), 2n * ONE, 'truncate');
  return {
    knownAt,
    wins: sequence.wins + (outcome === 'win' ? 1 : 0),
    losses: sequence.losses + (outcome === 'loss' ? 1 : 0),
    ties: sequence.ties,
    net: (sequence.net + profit) as Amount,
    expectedNet: (sequence.expectedNet + expected) as Amount,
    squares: (sequence.squares + divideInteger(moved * moved, ONE, 'up')) as Amount,
  };
}

/** Results outside the limits. */
export interface Excess {
  /** Whether members won too much or too little. */
  readonly side: 'above' | 'below';
  /** The most extreme number of wins, and net to the cent, within the limits. */
  readonly winsLimit: number;
  readonly netLimit: Amount;
}

/**
 * Whether the sequence's wins or gains are outside the limits; undefined when they are within.
 * Units: `chance` is the probability that this subject raises a false alarm in its period, however often it is checked; `sequence`
 * counts from 0.
 */
export function excessOf(
  counted: ResultSequence,
  { chance, sequence }: { readonly chance: number; readonly sequence: number },
): Excess | undefined {
  const { wins, losses } = counted;
  const decided = wins + losses;
  if (decided === 0) return undefined;
  // Two measures in two directions; the sequences' shares 1/2, 1/6, 1/12, … add up to one.
  const logOdds = Math.log((4 * (sequence + 1) * (sequence + 2)) / chance);
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
 * The limit for a sum of fair steps, valid at any time, when the squares of its steps add up to `squares`.
 *
 * By Hoeffding and Azuma, exp(λ·sum − λ²·squares/2) is a supermartingale for every λ, even if each step is chosen knowing all
 * earlier results; by Ville's inequality it ever exceeds 1/p with probability at most p. Each doubling of `squares` has its own
 * λ, optimal for its middle, and the probability p/((j+1)(j+2)); these add up to p.
 */
function limitOf(squares: number, logOdds: number): number {
  const doubling = Math.max(0, Math.floor(Math.log2(squares)));
  const odds = logOdds + Math.log((doubling + 1) * (doubling + 2));
  const middle = Math.SQRT2 * 2 ** doubling;
  return Math.sqrt(odds / 2) * (squares / Math.sqrt(middle) + Math.sqrt(middle));
}

/** A statistic, not money: a double is precise enough. */
const numberOf = (value: bigint): number => Number(value) / Number(ONE);
