/**
 * Detects bursts: results within minutes that chance does not explain (ADR 88). Exact: whole numbers decide, no float.
 *
 * Whatever a member knows of the past, a contract is won as often as lost. Contracts of one direction that share more than five
 * sixths of their time are decided by nearly the same price moves, for markets move together: they are one decision, and the first of
 * them counts.
 */
import { type Amount, divideInteger, ONE, ZERO } from '@tern/money';
import type { EndedContract } from './chance.ts';

/** Contracts accepted within this time are looked at together. */
export const BURST_WINDOW_MS = 10 * 60_000;

/** A result less likely than one in this many is not chance. */
const UNLIKELY = 1_000_000_000n;
/** At least 2 × ln(UNLIKELY), for Hoeffding's bound exp(−gain² / (2 × squares)). */
const HOEFFDING = 42n;
/** Contracts are one decision while they begin within this part of the first one's time. */
const SHARED_PART = 6;

/** An ended contract of a burst. Shape: `knownAt` is when it was due. */
export interface BurstContract extends EndedContract {
  readonly direction: number;
}

/** The counts of decisions, and the limits that they are beyond. */
export interface Burst {
  readonly wins: number;
  readonly losses: number;
  readonly ties: number;
  /** The most wins within the limit. */
  readonly winsLimit: number;
  /** Of all the contracts, and what is expected at these stakes and ratios. */
  readonly net: Amount;
  readonly expectedNet: Amount;
  /** The highest net within the limit. */
  readonly netLimit: Amount;
}

/** Contracts that nearly the same price moves decide. */
interface Decision {
  readonly first: BurstContract;
  /** By how much the outcomes together can differ from what is expected. */
  moved: bigint;
}

/**
 * The burst of these contracts of one owner; undefined when chance explains them. Shape: in the order of acceptance, all ended.
 */
export function burstOf(contracts: readonly BurstContract[]): Burst | undefined {
  const decisions = new Map<number, Decision>();
  const all: Decision[] = [];
  let [net, expectedNet] = [0n, 0n];
  for (const contract of contracts) {
    const { outcome, stake, payoutRatio, profit, direction } = contract;
    if (outcome === undefined) continue;
    const decision = sharedWith(decisions.get(direction), contract);
    if (decision.first === contract) {
      decisions.set(direction, decision);
      all.push(decision);
    }
    if (outcome === 'tie') continue;
    net += profit;
    expectedNet += divideInteger(stake * (payoutRatio - ONE), 2n * ONE, 'truncate');
    decision.moved += divideInteger(stake * (payoutRatio + ONE), 2n * ONE, 'up');
  }
  const count = (wanted: string) => all.filter(({ first }) => first.outcome === wanted).length;
  const [wins, losses, ties] = [count('win'), count('loss'), count('tie')];
  const winsLimit = winsWithin(wins + losses);
  const squares = all.reduce((sum, { moved }) => sum + moved * moved, 0n);
  const most = wholeRoot(HOEFFDING * squares);
  const gain = net - expectedNet;
  if (wins <= winsLimit && gain <= most) return undefined;
  const amounts = { net, expectedNet, netLimit: expectedNet + most } as {
    [name in 'net' | 'expectedNet' | 'netLimit']: Amount;
  };
  return { wins, losses, ties, winsLimit, ...amounts };
}

/** The open decision if the contract shares its price moves, else a new one. */
function sharedWith(open: Decision | undefined, contract: BurstContract): Decision {
  if (open !== undefined) {
    const { acceptedAt, knownAt } = open.first;
    if (SHARED_PART * (contract.acceptedAt - acceptedAt) < knownAt - acceptedAt) return open;
  }
  return { first: contract, moved: ZERO };
}

/** The most wins of so many fair decisions that are not less likely than `UNLIKELY`: by the binomial tail, in whole numbers. */
export function winsWithin(decided: number): number {
  const all = 2n ** BigInt(decided);
  // From "all won" downwards: the ways to win that often or more.
  let ways = 1n;
  let tail = 0n;
  for (let wins = decided; wins >= 0; wins -= 1) {
    tail += ways;
    if (tail * UNLIKELY >= all) return wins;
    ways = (ways * BigInt(wins)) / BigInt(decided - wins + 1);
  }
  return 0;
}

/** The largest whole number whose square is not above `square` (Newton). */
function wholeRoot(square: bigint): bigint {
  if (square < 2n) return square;
  let root = 1n << BigInt(Math.ceil(square.toString(2).length / 2));
  for (;;) {
    const next = (root + square / root) >> 1n;
    if (next >= root) return root;
    root = next;
  }
}
