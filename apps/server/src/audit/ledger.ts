/** Audits the journal: recomputes every balance from the postings and lists differences. */
import { exchangeAccounts } from '@tern/ledger';
import { EVER, NO_END, type Since } from '../kernel/invariants/invariant.ts';
import { int4, int8, text } from '../platform/database/columns.ts';
import type { Reader } from '../platform/database/database.ts';
import { defineQuery } from '../platform/database/query.ts';

/** A rule, how many facts it checked, and the first ones that break it. */
export interface Finding {
  rule: string;
  checked: number;
  faults: string[];
}

const SUMS = `sum(available) as available, sum(held) as held, sum(locked) as locked,
  sum(staked) as staked, sum(financed) as financed, sum(loan) as loan`;
const fault = { fault: text } as const;

const counts = defineQuery({
  name: 'kernel.auditCounts',
  text: `select (select count(*) from ledger_entries)::int8 as entries, (select count(*) from ledger_postings)::int8 as postings,
      (select count(*) from ledger_balances)::int8 as balances,
      (select count(*) from ledger_postings p where p.id > (select ledger_copied_through()))::int8 as written_here`,
  params: [],
  row: { entries: int8, postings: int8, balances: int8, writtenHere: int8 },
});

const unbalanced = defineQuery({
  name: 'kernel.auditUnbalanced',
  text: `select 'entry ' || entry_id || ' is off by ' || sum(total) || ' ' || asset as fault
    from ledger_postings
    where id > $2 and entry_id > $1 and entry_id <= $3 and id <= $4 group by entry_id, asset having sum(total) <> 0 limit 20`,
  params: [int8, int8, int8, int8],
  row: fault,
});

const empty = defineQuery({
  name: 'kernel.auditEmptyEntries',
  text: `select 'entry ' || e.id || ' has no postings' as fault from ledger_entries e
    where e.id > $1 and e.id <= $3
      and not exists (select 1 from ledger_postings p where p.entry_id = e.id and p.id > $2 and p.id <= $4) limit 20`,
  params: [int8, int8, int8, int8],
  row: fault,
});

const unfounded = defineQuery({
  name: 'kernel.auditUnfoundedPostings',
  text: `select 'posting ' || p.id || ' names no entry' as fault from ledger_postings p
    where p.id > $2 and p.entry_id > $1 and p.entry_id <= $3 and p.id <= $4
      and not exists (select 1 from ledger_entries e where e.id = p.entry_id) limit 20`,
  params: [int8, int8, int8, int8],
  row: fault,
});

/** What somebody changed, added or replaced afterwards has another transaction than its entry; a dump does not keep it. */
const rewritten = defineQuery({
  name: 'kernel.auditRewrittenPostings',
  text: `select 'posting ' || p.id || ' was not written with entry ' || e.id as fault
    from ledger_postings p join ledger_entries e on e.id = p.entry_id
    where p.id > $2 and p.entry_id > $1 and p.entry_id <= $3 and p.id <= $4 and p.xmin <> e.xmin
      and p.id > (select ledger_copied_through()) limit 20`,
  params: [int8, int8, int8, int8],
  row: fault,
});

/** With what was summed before; the whole history needs nothing before it. Balances are looked up by owner unless all are compared. */
const wrongBalances = defineQuery({
  name: 'kernel.auditWrongBalances',
  text: `with sums as (
      select p.owner_id, p.asset, ${SUMS} from (
        select owner_id, asset, available, held, locked, staked, financed, loan from ledger_postings where id > $2 and entry_id > $1
        union all
        select owner_id, asset, available, held, locked, staked, financed, loan from invariant_balances where $1 > 0
      ) p group by p.owner_id, p.asset
    )
    select 'balance of owner ' || coalesce(b.owner_id, s.owner_id) || ' in ' || coalesce(b.asset, s.asset) || ' is not the sum of its postings' as fault
    from ledger_balances b full join sums s on s.owner_id = b.owner_id and s.asset = b.asset
    where (b.available, b.held, b.locked, b.staked, b.financed, b.loan)
      is distinct from (s.available, s.held, s.locked, s.staked, s.financed, s.loan)
      and not (s.owner_id is null and b.available = 0 and b.held = 0 and b.locked = 0 and b.staked = 0 and b.financed = 0 and b.loan = 0)
    limit 20`,
  params: [int8, int8],
  row: fault,
});

/** Assets of the exchange and of all members together: what one has, another owes. */
const unbalancedBook = defineQuery({
  name: 'kernel.auditUnbalancedBook',
  text: `select 'all balances of ' || asset || ' come to ' || trim_scale(sum(available + held + locked + staked + financed + loan)) as fault
    from ledger_balances group by asset having sum(available + held + locked + staked + financed + loan) <> 0 limit 20`,
  params: [],
  row: fault,
});

/** Finer amounts of members could not be paid out; remainders of the exchange are in its rounding account. */
const fractions = defineQuery({
  name: 'kernel.auditFractions',
  text: `select 'posting ' || p.id || ' is finer than the smallest unit of ' || p.asset as fault
    from ledger_postings p left join assets a on a.code = p.asset
    where p.id > $2 and p.entry_id > $1 and p.entry_id <= $3 and p.id <= $4 and p.owner_id > 0 and (a.scale is null or greatest(min_scale(p.available), min_scale(p.held), min_scale(p.locked),
      min_scale(p.staked), min_scale(p.financed), min_scale(p.loan)) > a.scale) limit 20`,
  params: [int8, int8, int8, int8],
  row: fault,
});

const brokenTotals = defineQuery({
  name: 'kernel.auditBrokenTotals',
  text: `select 'posting ' || id || ' shows ' || trim_scale(available_after) || ' available, ' || trim_scale(reserved_after) || ' reserved and a total of '
      || trim_scale(total_after) || ' where its history gives ' || trim_scale(available) || ', ' || trim_scale(reserved) || ' and ' || trim_scale(total) as fault
    from (
      select id, available_after, reserved_after, total_after, sum(available) over history as available,
        sum(held + locked + staked + financed) over history as reserved, sum(total) over history as total
      from ledger_postings window history as (partition by owner_id, asset order by id)
    ) p
    where (available_after, reserved_after, total_after) is distinct from (available, reserved, total) limit 20`,
  params: [],
  row: fault,
});

/** Exchange accounts that back promises or sell coins have a floor too, as in ledger_balances_floor. */
const floors = [
  exchangeAccounts.yields,
  exchangeAccounts.offerings,
  exchangeAccounts.yieldReserve,
  exchangeAccounts.loans,
  exchangeAccounts.loanReceivables,
].join(', ');

const belowFloor = defineQuery({
  name: 'kernel.auditBelowFloor',
  text: `select 'owner ' || owner_id || ' is below zero in ' || asset as fault from ledger_balances
    where (owner_id > 0 or owner_id in (${floors})) and (available < 0 or held < 0 or locked < 0 or staked < 0 or financed < 0 or loan > 0) limit 20`,
  params: [],
  row: fault,
});

/** Of real money, the exchange owes members no more than it received: a loan adds as much to what is owed as to what borrowers owe. */
const unbacked = defineQuery({
  name: 'kernel.auditUnbacked',
  text: `select 'members own ' || trim_scale(owed) || ' ' || asset || ', and ' || trim_scale(held) || ' was received for them' as fault
    from (
      select asset, coalesce(sum(available) filter (where owner_id = ${exchangeAccounts.loanReceivables}), 0) - sum(available) as owed,
        -coalesce(sum(available) filter (where owner_id = ${exchangeAccounts.custody} or owner_id < -1000), 0) as held
      from ledger_balances where owner_id < 0 group by asset
    ) p where owed > held and exists (select from deployment_mode m where m.mode = 'live') limit 20`,
  params: [],
  row: fault,
});

const unsafeRights = defineQuery({
  name: 'kernel.auditRights',
  text: `select grantee || ' may ' || privilege_type || ' ' || table_name as fault
    from information_schema.role_table_grants
    where grantee in ('tern_app', 'PUBLIC') and table_name in ('ledger_entries', 'ledger_postings', 'ledger_balances')
      and privilege_type <> 'SELECT' limit 20`,
  params: [],
  row: fault,
});

const sleepingTriggers = defineQuery({
  name: 'kernel.auditTriggers',
  text: `select 'append-only triggers that guard the journal: ' || count(*) || ' of 2' as fault, count(*)::int as guards
    from pg_trigger where tgname in ('ledger_entries_append_only', 'ledger_postings_append_only') and tgenabled in ('O', 'A')`,
  params: [],
  row: { fault: text, guards: int4 },
});

const faultsIn = async (
  reader: Reader,
  query: typeof unbalanced,
  { entry, posting, through = NO_END }: Since,
): Promise<string[]> =>
  (await reader.many(query, [entry, posting, through.entry, through.posting])).map(
    (each) => each.fault,
  );

const faultsNow = async (reader: Reader, query: typeof belowFloor): Promise<string[]> =>
  (await reader.many(query, [])).map((each) => each.fault);

/** Every entry sums to zero, has postings, and every posting has its entry. */
export const findUnbalanced = async (reader: Reader, since: Since) => [
  ...(await faultsIn(reader, unbalanced, since)),
  ...(await faultsIn(reader, empty, since)),
  ...(await faultsIn(reader, unfounded, since)),
];
/** What was changed between its commit and its sealing, which the public log cannot show (ADR 50). */
export const findRewritten = (reader: Reader, since: Since) => faultsIn(reader, rewritten, since);
export const findWrongBalances = async (reader: Reader, { entry, posting }: Since) =>
  (await reader.many(wrongBalances, [entry, posting])).map((each) => each.fault);
export const findFractions = (reader: Reader, since: Since) => faultsIn(reader, fractions, since);
export const findBelowFloor = (reader: Reader) => faultsNow(reader, belowFloor);
export const findUnbacked = (reader: Reader) => faultsNow(reader, unbacked);
export const findUnbalancedBook = (reader: Reader) => faultsNow(reader, unbalancedBook);

/** `reader` should be a snapshot. The audit is clean if no finding has faults. */
export async function auditLedger(reader: Reader): Promise<Finding[]> {
  const { entries, postings, balances, writtenHere } = await reader.one(counts, []);
  const guards = await reader.one(sleepingTriggers, []);
  return [
    {
      rule: 'every entry sums to zero per asset',
      checked: entries,
      faults: await faultsIn(reader, unbalanced, EVER),
    },
    {
      rule: 'every entry has postings',
      checked: entries,
      faults: await faultsIn(reader, empty, EVER),
    },
    {
      rule: 'every posting has its entry',
      checked: postings,
      faults: await faultsIn(reader, unfounded, EVER),
    },
    {
      rule: 'every posting was written with its entry',
      checked: writtenHere,
      faults: await findRewritten(reader, EVER),
    },
    {
      rule: 'every balance is the sum of its postings',
      checked: balances,
      faults: await findWrongBalances(reader, EVER),
    },
    {
      rule: 'all balances of an asset sum to zero',
      checked: balances,
      faults: await findUnbalancedBook(reader),
    },
    {
      rule: 'every amount of a member is a multiple of the smallest unit',
      checked: postings,
      faults: await findFractions(reader, EVER),
    },
    {
      rule: 'every stored total follows from its history',
      checked: postings,
      faults: await faultsNow(reader, brokenTotals),
    },
    {
      rule: 'no member, and no exchange account that backs a promise, is below zero',
      checked: balances,
      faults: await faultsNow(reader, belowFloor),
    },
    {
      rule: 'the server may only read the journal',
      checked: 3,
      faults: await faultsNow(reader, unsafeRights),
    },
    {
      rule: 'the journal refuses changes',
      checked: 2,
      faults: guards.guards === 2 ? [] : [guards.fault],
    },
  ];
}
