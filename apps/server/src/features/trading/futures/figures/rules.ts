/** How the public figures of contracts are grouped: by stake, by age of the account, and never too small (ADR 51). Pure. */
import { type Amount, ONE } from '@tern/money';
import { DAY_MS, WEEK_MS } from '../../../../platform/durations.ts';

/** Ages below these belong to the bands 0, 1, …; older ones to the last. Units: milliseconds. */
const AGE_ENDS_MS = [DAY_MS, WEEK_MS, 30 * DAY_MS, 90 * DAY_MS, 365 * DAY_MS];

/** The band of an account's age when it bought a contract: 0 under a day … 5 a year or older. Units: epoch ms. */
export function ageBand(joinedAt: number, acceptedAt: number): number {
  const end = AGE_ENDS_MS.findIndex((most) => acceptedAt - joinedAt < most);
  return end < 0 ? AGE_ENDS_MS.length : end;
}

/** The stake cut to its two leading digits, from 10 USDT on: 12.34 gives 12, 1234 gives 1200. Below 10: to whole USDT, and at least 1. */
export function stakeStep(stake: Amount): Amount {
  let step: bigint = ONE;
  while (stake >= step * 100n) step *= 10n;
  const cut = (stake / step) * step;
  return (cut > 0n ? cut : stake) as Amount;
}

/** Results of contracts that have something in common. */
export interface Results {
  readonly wins: number;
  readonly settled: number;
  /** Different members; ten stand for ten or more. */
  readonly members: readonly number[];
}

/** Results of neighbours, from the first to the last place. */
export interface ResultGroup {
  readonly from: number;
  readonly to: number;
  readonly wins: number;
  readonly settled: number;
}

/**
 * Puts results, in their order, into groups of at least `membersMin` members: a group that is too small takes its
 * neighbours in. None when all together are too few.
 */
export function groupsOf(all: readonly Results[], membersMin: number): ResultGroup[] {
  const groups: (ResultGroup & { members: Set<number> })[] = [];
  let isOpen = false;
  for (const [place, { wins, settled, members }] of all.entries()) {
    if (settled === 0) continue;
    const last = groups.at(-1);
    if (isOpen && last !== undefined)
      groups[groups.length - 1] = joined(last, { place, wins, settled, members });
    else groups.push({ from: place, to: place, wins, settled, members: new Set(members) });
    isOpen = groups.at(-1)!.members.size < membersMin;
  }
  const [rest, before] = [groups.at(-1), groups.at(-2)];
  if (rest === undefined || rest.members.size >= membersMin) return groups.map(withoutMembers);
  if (before === undefined) return [];
  const { to: place, wins, settled, members } = rest;
  const end = joined(before, { place, wins, settled, members: [...members] });
  return [...groups.slice(0, -2), end].map(withoutMembers);
}

function joined(
  group: ResultGroup & { members: Set<number> },
  more: Results & { readonly place: number },
) {
  return {
    from: group.from,
    to: more.place,
    wins: group.wins + more.wins,
    settled: group.settled + more.settled,
    members: new Set([...group.members, ...more.members]),
  };
}

const withoutMembers = ({ from, to, wins, settled }: ResultGroup): ResultGroup => ({
  from,
  to,
  wins,
  settled,
});

const TENTHS = 10;

/**
 * Ten groups of about equally many contracts from results by stake, smallest first. Equal stakes stay together, so that
 * a common stake can make groups empty. Each has the place of its smallest stake.
 */
export function tenthsOf(byStake: readonly Results[]): { first: number; results: Results }[] {
  const total = byStake.reduce((sum, { settled }) => sum + settled, 0);
  const tenths: { first: number; results: Results }[] = [];
  let [before, current] = [0, -1];
  for (const [first, results] of byStake.entries()) {
    // By the middle of its contracts.
    const tenth = Math.floor((TENTHS * (before + results.settled / 2)) / total);
    before += results.settled;
    const last = tenths.at(-1);
    if (tenth === current && last !== undefined) last.results = together(last.results, results);
    else tenths.push({ first, results });
    current = tenth;
  }
  return tenths;
}

const together = (one: Results, other: Results): Results => ({
  wins: one.wins + other.wins,
  settled: one.settled + other.settled,
  members: [...new Set([...one.members, ...other.members])],
});
