/** The public figures of timed contracts: who lost money, and what share is won by stake and by age of account (ADR 51). */
import { type Amount, decimal } from '@tern/money';
import type { Reader } from '../../../../platform/database/database.ts';
import { groupsOf, type ResultGroup, tenthsOf } from './rules.ts';
import { findAccounts, findAges, findMonths, findRunningStakes, findStakes } from './store.ts';

/** Accounts that lost more are counted apart. */
const LOST_MORE = decimal<Amount>('100');

interface ContractMeasures {
  /** Undefined for too few accounts. Amounts in USDT; `middle` is the result of the account in the middle. */
  readonly accounts:
    | {
        readonly total: number;
        readonly lost: number;
        readonly lostMore: number;
        readonly middle: Amount;
      }
    | undefined;
  /** Newest first, `2026-11`; without months of too few accounts. */
  readonly months: readonly {
    readonly month: string;
    readonly total: number;
    readonly lost: number;
  }[];
  /** Up to ten groups, smallest stakes first; `from` is the smallest stake, cut to two digits. */
  readonly stakes: readonly {
    readonly from: Amount;
    readonly wins: number;
    readonly settled: number;
  }[];
  /** By bands of `ageBand`, youngest first. */
  readonly ages: readonly ResultGroup[];
  /** Of running contracts, USDT. */
  readonly staked: Amount;
}

/** `from` is the first day of a month, UTC. Groups of fewer than `membersMin` members are joined or left out. */
export async function measureContracts(
  reader: Reader,
  { from, membersMin }: { readonly from: string; readonly membersMin: number },
): Promise<ContractMeasures> {
  const [accounts, months, byStake, byAge, staked] = await Promise.all([
    findAccounts(reader, { from, more: LOST_MORE }),
    findMonths(reader, from),
    findStakes(reader, from),
    findAges(reader, from),
    findRunningStakes(reader),
  ]);
  const tenths = tenthsOf(byStake);
  const { middle, ...counts } = accounts;
  return {
    accounts: middle === null || accounts.total < membersMin ? undefined : { ...counts, middle },
    months: months.filter(({ total }) => total >= membersMin),
    stakes: groupsOf(
      tenths.map(({ results }) => results),
      membersMin,
    ).map((group) => ({
      from: byStake[tenths[group.from]!.first]!.stake,
      wins: group.wins,
      settled: group.settled,
    })),
    ages: groupsOf(byAge, membersMin).map((group) => ({
      ...group,
      from: byAge[group.from]!.age,
      to: byAge[group.to]!.age,
    })),
    staked,
  };
}
