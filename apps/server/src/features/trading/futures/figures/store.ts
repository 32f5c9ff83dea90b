/** The SQL of results by month: counted once for each contract, summed for the public figures (ADR 51). */
import type { Amount } from '@tern/money';
import {
  amount,
  arrayOf,
  date,
  int2,
  int8,
  nullable,
  text,
} from '../../../../platform/database/columns.ts';
import type { Reader, Tx } from '../../../../platform/database/database.ts';
import { defineQuery, defineStatement, type RowOf } from '../../../../platform/database/query.ts';

const addAccounts = defineStatement({
  name: 'futures.addMonthAccounts',
  text: `insert into futures_month_accounts as a (month, member_id, settled, net)
    select c.month, c.member_id, count(*), sum(c.net)
    from unnest($1::date[], $2::bigint[], $3::numeric[]) as c(month, member_id, net)
    group by c.month, c.member_id order by c.month, c.member_id
    on conflict (month, member_id) do update set settled = a.settled + excluded.settled, net = a.net + excluded.net`,
  params: [arrayOf(date), arrayOf(int8), arrayOf(amount)],
});

const addStakes = defineStatement({
  name: 'futures.addMonthStakes',
  text: `insert into futures_month_stakes as s (month, stake, age, wins, losses, ties, members)
    select c.month, c.stake, c.age, count(*) filter (where c.outcome = 1), count(*) filter (where c.outcome = 2),
      count(*) filter (where c.outcome = 3), (array_agg(distinct c.member_id))[1:10]
    from unnest($1::date[], $2::numeric[], $3::smallint[], $4::smallint[], $5::bigint[])
      as c(month, stake, age, outcome, member_id)
    group by c.month, c.stake, c.age order by c.month, c.stake, c.age
    on conflict (month, stake, age) do update set
      wins = s.wins + excluded.wins, losses = s.losses + excluded.losses, ties = s.ties + excluded.ties,
      members = case when cardinality(s.members) = 10 then s.members
        else (array(select distinct m from unnest(s.members || excluded.members) as u(m) order by m))[1:10] end`,
  params: [arrayOf(date), arrayOf(amount), arrayOf(int2), arrayOf(int2), arrayOf(int8)],
});

/** A settled contract as it is counted. */
export interface CountedContract {
  /** The first day of the month of acceptance, UTC. */
  readonly month: string;
  readonly memberId: number;
  /** By `stakeStep`. */
  readonly stake: Amount;
  /** By `ageBand`. */
  readonly age: number;
  /** In the API: 1 won, 2 lost, 3 tied. */
  readonly outcome: number;
  readonly profit: Amount;
}

/** Call it in the transaction that moves the cursor of counted results, once for each contract. */
export async function addToMonths(tx: Tx, contracts: readonly CountedContract[]): Promise<void> {
  if (contracts.length === 0) return;
  const months = contracts.map(({ month }) => month);
  const members = contracts.map(({ memberId }) => memberId);
  await tx.run(addAccounts, [months, members, contracts.map(({ profit }) => profit)]);
  await tx.run(addStakes, [
    months,
    contracts.map(({ stake }) => stake),
    contracts.map(({ age }) => age),
    contracts.map(({ outcome }) => outcome),
    members,
  ]);
}

const accountsSince = defineQuery({
  name: 'futures.figuresOfAccounts',
  text: `select count(*) as total, count(*) filter (where net < 0) as lost, count(*) filter (where net < -$2::numeric) as lost_more,
      percentile_disc(0.5) within group (order by net) as middle
    from (select sum(net) as net from futures_month_accounts where month >= $1 group by member_id) a`,
  params: [date, amount],
  row: { total: int8, lost: int8, lostMore: int8, middle: nullable(amount) },
});

const monthsSince = defineQuery({
  name: 'futures.figuresOfMonths',
  text: `select to_char(month, 'YYYY-MM') as month, count(*) as total, count(*) filter (where net < 0) as lost
    from futures_month_accounts where month >= $1 group by futures_month_accounts.month order by futures_month_accounts.month desc`,
  params: [date],
  row: { month: text, total: int8, lost: int8 },
});

/** Sums over months, by one column; ten members stand for ten or more. */
const resultsBy = (column: 'stake' | 'age') => `
  select r.${column}, r.wins, r.settled, m.members from (
    select ${column}, sum(wins)::bigint as wins, sum(wins + losses + ties)::bigint as settled
    from futures_month_stakes where month >= $1 group by ${column}
  ) r join (
    select ${column}, (array_agg(distinct u.member))[1:10] as members
    from futures_month_stakes, unnest(members) as u(member) where month >= $1 group by ${column}
  ) m using (${column}) order by ${column}`;

const stakesSince = defineQuery({
  name: 'futures.figuresOfStakes',
  text: resultsBy('stake'),
  params: [date],
  row: { stake: amount, wins: int8, settled: int8, members: arrayOf(int8) },
});

const agesSince = defineQuery({
  name: 'futures.figuresOfAges',
  text: resultsBy('age'),
  params: [date],
  row: { age: int2, wins: int8, settled: int8, members: arrayOf(int8) },
});

const runningStakes = defineQuery({
  name: 'futures.runningStakes',
  text: 'select coalesce(sum(up_stake + down_stake), 0) as staked from futures_exposure',
  params: [],
  row: { staked: amount },
});

/** `from` is the first day of a month; `more` a loss in USDT. */
export function findAccounts(
  reader: Reader,
  { from, more }: { from: string; more: Amount },
): Promise<RowOf<typeof accountsSince>> {
  return reader.one(accountsSince, [from, more]);
}

/** Newest first. */
export function findMonths(reader: Reader, from: string): Promise<RowOf<typeof monthsSince>[]> {
  return reader.many(monthsSince, [from]);
}

/** Smallest stake first. */
export function findStakes(reader: Reader, from: string): Promise<RowOf<typeof stakesSince>[]> {
  return reader.many(stakesSince, [from]);
}

/** Youngest first. */
export function findAges(reader: Reader, from: string): Promise<RowOf<typeof agesSince>[]> {
  return reader.many(agesSince, [from]);
}

/** USDT. */
export async function findRunningStakes(reader: Reader): Promise<Amount> {
  return (await reader.one(runningStakes, [])).staked;
}
