/** Audits timed contracts: terms, prices, results and the journal agree. */
import { recordTypes } from '@tern/ledger';
import { futuresDirection, futuresOutcome, futuresReason, futuresStatus } from '@tern/protocol';
import type { Finding } from './ledger.ts';
import { EVER, type Since } from '../kernel/invariants/invariant.ts';
import { int8, text } from '../platform/database/columns.ts';
import type { Reader } from '../platform/database/database.ts';
import { defineQuery } from '../platform/database/query.ts';

const fault = { fault: text } as const;

const { contractOpen, contractClose, contractPrincipalReturn } = recordTypes;
const { win, loss, tie } = futuresOutcome;
const { up, down } = futuresDirection;

const counts = defineQuery({
  name: 'futures.auditCounts',
  text: `select count(*)::int8 as contracts, (count(*) filter (where status <> ${futuresStatus.pending}))::int8 as ended,
      (count(*) filter (where status = ${futuresStatus.pending}))::int8 as pending from futures_contracts`,
  params: [],
  row: { contracts: int8, ended: int8, pending: int8 },
});

/** One entry takes the stake and at most one pays, as two records; no other entry refers to a contract. */
const wrongEntries = defineQuery({
  name: 'futures.auditWrongEntries',
  text: `with moved as (
      select case when p.subject_id = 0 then substr(e.reference, 10)::bigint else p.subject_id end as id, p.owner_id, sum(p.total) filter (where p.kind = ${contractOpen}) as taken,
        sum(p.total) filter (where p.kind = ${contractPrincipalReturn}) as returned, sum(p.total) filter (where p.kind = ${contractClose}) as won
      from ledger_entries e join ledger_postings p on p.entry_id = e.id and p.owner_id > 0
      where e.kind in (${contractOpen}, ${contractClose}, ${contractPrincipalReturn}) and e.reference like 'contract:%' group by 1, 2
    )
    select 'contract ' || coalesce(c.id, m.id) || ' is not what the journal says' as fault
    from futures_contracts c full join moved m on m.id = c.id and m.owner_id = c.member_id
    where c.id is null or m.taken is distinct from -c.stake
      or coalesce(m.won, 0) <> greatest(c.profit, 0) or coalesce(m.returned, 0) <> c.payout - greatest(c.profit, 0)
    limit 20`,
  params: [],
  row: fault,
});

/** Payments since then: of a contract that ended so, to its member. That each is paid once, a unique index guards. */
const wrongPayments = defineQuery({
  name: 'futures.wrongPayments',
  text: `with paid as (
      select p.subject_id as id, p.owner_id, sum(p.total) filter (where p.kind = ${contractPrincipalReturn}) as returned,
        sum(p.total) filter (where p.kind = ${contractClose}) as won
      from ledger_postings p join ledger_entries e on e.id = p.entry_id
      where p.id > $2 and p.entry_id > $1 and p.owner_id > 0 and e.kind in (${contractClose}, ${contractPrincipalReturn}) group by 1, 2
    )
    select 'contract ' || p.id || ' is not what the journal says' as fault
    from paid p left join futures_contracts c on c.id = p.id and c.member_id = p.owner_id
    where c.id is null or coalesce(p.won, 0) <> greatest(c.profit, 0) or coalesce(p.returned, 0) <> c.payout - greatest(c.profit, 0)
    limit 20`,
  params: [int8, int8],
  row: fault,
});

/** Contracts up to here have ended. */
const endedThrough = defineQuery({
  name: 'futures.endedThrough',
  text: `select coalesce((select min(id) - 1 from futures_waiting), (select max(id) from futures_contracts), 0)::int8 as through`,
  params: [],
  row: { through: int8 },
});

/** The rule, implemented again in SQL: direction and prices give the outcome, outcome and ratio the amounts. */
const wrongResults = defineQuery({
  name: 'futures.auditWrongResults',
  text: `with ruled as (
      select c.*, case when c.close_price = c.open_price then ${tie}
          when (c.close_price > c.open_price) = (c.direction = ${up}) then ${win} else ${loss} end as ruled,
        trunc(c.stake * c.payout_ratio, a.scale) as winnings
      from futures_contracts c join assets a on a.code = 'USDT' where c.id > $1 and c.status = ${futuresStatus.settled}
    )
    select 'contract ' || id || ' did not end by the rule' as fault from ruled
    where outcome <> ruled or profit <> case ruled when ${win} then winnings when ${loss} then -stake else 0 end
      or payout <> case ruled when ${win} then stake + winnings when ${loss} then 0 else stake end
      or due_at <> open_at + make_interval(secs => duration_s) or close_at < open_at
      or due_at - close_at > make_interval(secs => stale_after_ms / 1000.0) limit 20`,
  params: [int8],
  row: fault,
});

const unequalPrices = defineQuery({
  name: 'futures.auditUnequalPrices',
  text: `select 'contracts of instrument ' || instrument_id || ' due ' || due_at || ' ended at different prices' as fault
    from futures_contracts where id > $1 and close_seq is not null
    group by instrument_id, due_at, rule having count(distinct (close_seq, close_price)) > 1 limit 20`,
  params: [int8],
  row: fault,
});

/**
 * As far as ticks are stored: a contract opens at the first tick after acceptance and closes at the last one up to the due
 * time; a void contract had no opening tick. Contracts of rule 1 do not count backfilled ticks.
 */
const strangePrices = defineQuery({
  name: 'futures.auditStrangePrices',
  text: `select 'contract ' || c.id || ' was not opened and closed by the ticks of its chain' as fault
    from futures_contracts c
    left join ticks b on b.instrument_id = c.instrument_id and b.seq = c.open_seq - 1
    left join ticks o on o.instrument_id = c.instrument_id and o.seq = c.open_seq
    left join ticks e on e.instrument_id = c.instrument_id and e.seq = c.close_seq
    left join ticks n on n.instrument_id = c.instrument_id and n.seq = c.close_seq + 1
    where c.id > $1 and ((b.at > c.accepted_at + make_interval(secs => c.open_after_ms / 1000.0) and (c.rule > 1 or b.backfilled_at is null))
      or (c.rule = 1 and (o.backfilled_at is not null or e.backfilled_at is not null)) or (o.price, o.at) <> (c.open_price, c.open_at) or (e.price, e.at) <> (c.close_price, c.close_at)
      or (n.at <= c.due_at and (c.rule > 1 or n.backfilled_at is null))
      or (c.reason = ${futuresReason.notOpened} and exists (
        select from ticks t where t.instrument_id = c.instrument_id and (c.rule > 1 or t.backfilled_at is null)
          and t.at > c.accepted_at + make_interval(secs => c.open_after_ms / 1000.0)
          and t.at <= c.accepted_at + make_interval(secs => (c.open_after_ms + c.open_within_ms) / 1000.0)
      ))) limit 20`,
  params: [int8],
  row: fault,
});

const wrongExposure = defineQuery({
  name: 'futures.auditWrongExposure',
  text: `with pending as (
      select c.instrument_id, sum(c.stake) filter (where c.direction = ${up}) as up_stake,
        sum(trunc(c.stake * c.payout_ratio, a.scale)) filter (where c.direction = ${up}) as up_profit,
        sum(c.stake) filter (where c.direction = ${down}) as down_stake,
        sum(trunc(c.stake * c.payout_ratio, a.scale)) filter (where c.direction = ${down}) as down_profit
      from futures_contracts c join assets a on a.code = 'USDT' where c.status = ${futuresStatus.pending} group by 1
    )
    select 'the exposure of instrument ' || coalesce(e.instrument_id, p.instrument_id) || ' is not that of its pending contracts' as fault
    from futures_exposure e full join pending p on p.instrument_id = e.instrument_id
    where (coalesce(e.up_stake, 0), coalesce(e.up_profit, 0), coalesce(e.down_stake, 0), coalesce(e.down_profit, 0))
      <> (coalesce(p.up_stake, 0), coalesce(p.up_profit, 0), coalesce(p.down_stake, 0), coalesce(p.down_profit, 0)) limit 20`,
  params: [],
  row: fault,
});

/** Pending contracts have a waiting row; ended ones only until their notice is written. */
const wrongWaiting = defineQuery({
  name: 'futures.auditWrongWaiting',
  text: `select 'contract ' || c.id || ' does not wait for what it should' as fault
    from futures_contracts c left join futures_waiting w on w.id = c.id
    where (c.status = ${futuresStatus.pending} or w.id is not null)
      and (w.for_end, w.at) is distinct from (c.due_at is not null, coalesce(c.due_at, c.accepted_at)) limit 20`,
  params: [],
  row: fault,
});

/** As far as notices are stored. */
const wrongNotices = defineQuery({
  name: 'futures.auditWrongNotices',
  text: `with notified as (
      select about_id, count(*) as times from notifications where about = 'contract' group by 1
    )
    select 'the member of contract ' || c.id || ' was notified ' || coalesce(t.times, 0) || ' times of its end' as fault
    from futures_contracts c left join notified t on t.about_id = c.id left join futures_waiting w on w.id = c.id
    where c.status <> ${futuresStatus.pending} and c.settled_at > (select min(created_at) from notifications)
      and coalesce(t.times, 0) <> case when w.id is null then 1 else 0 end limit 20`,
  params: [],
  row: fault,
});

const faultsAfter = async (reader: Reader, query: typeof wrongResults, after: number) =>
  (await reader.many(query, [after])).map((each) => each.fault);

/** Contracts ended by the rule, at the ticks of their chain, and were paid so; `since.own` is the id of a contract. */
export async function findWrongContracts(reader: Reader, since: Since): Promise<string[]> {
  const { entry, posting, own } = since;
  return [
    ...(await faultsAfter(reader, wrongResults, own)),
    ...(await faultsAfter(reader, strangePrices, own)),
    ...(await faultsAfter(reader, unequalPrices, own)),
    ...(await reader.many(wrongPayments, [entry, posting])).map((each) => each.fault),
  ];
}

/** The id up to which contracts have ended. */
export const contractsEnded = async (reader: Reader): Promise<number> =>
  (await reader.one(endedThrough, [])).through;

/** `reader` should be a snapshot. */
export async function auditFutures(reader: Reader): Promise<Finding[]> {
  const { contracts, ended, pending } = await reader.one(counts, []);
  const faultsOf = async (query: typeof wrongEntries) =>
    (await reader.many(query, [])).map((each) => each.fault);
  return [
    {
      rule: 'every contract took its stake once and paid its result once',
      checked: contracts,
      faults: await faultsOf(wrongEntries),
    },
    {
      rule: 'every contract ended by the rule',
      checked: ended,
      faults: await faultsAfter(reader, wrongResults, EVER.own),
    },
    {
      rule: 'every contract was opened and closed by the ticks of its chain',
      checked: contracts,
      faults: await faultsAfter(reader, strangePrices, EVER.own),
    },
    {
      rule: 'contracts due at the same time ended at the same price',
      checked: ended,
      faults: await faultsAfter(reader, unequalPrices, EVER.own),
    },
    {
      rule: 'the exposure of the exchange is that of its pending contracts',
      checked: pending,
      faults: await faultsOf(wrongExposure),
    },
    {
      rule: 'every pending contract waits for its opening or its end',
      checked: pending,
      faults: await faultsOf(wrongWaiting),
    },
    {
      rule: 'members were notified of every end once, or will be',
      checked: ended,
      faults: await faultsOf(wrongNotices),
    },
  ];
}
