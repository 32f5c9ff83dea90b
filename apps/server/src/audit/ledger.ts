/** Audits the journal: recomputes every balance from the postings and lists differences. */
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
      (select count(*) from ledger_balances)::int8 as balances`,
  params: [],
  row: { entries: int8, postings: int8, balances: int8 },
});

const unbalanced = defineQuery({
  name: 'kernel.auditUnbalanced',
  text: `select 'entry ' || entry_id || ' is off by ' || sum(total) || ' ' || asset as fault
    from ledger_postings group by entry_id, asset having sum(total) <> 0 limit 20`,
  params: [],
  row: fault,
});

const empty = defineQuery({
  name: 'kernel.auditEmptyEntries',
  text: `select 'entry ' || e.id || ' has no postings' as fault from ledger_entries e
    where not exists (select 1 from ledger_postings p where p.entry_id = e.id) limit 20`,
  params: [],
  row: fault,
});

const unfounded = defineQuery({
  name: 'kernel.auditUnfoundedPostings',
  text: `select 'posting ' || p.id || ' names no entry' as fault from ledger_postings p
    where not exists (select 1 from ledger_entries e where e.id = p.entry_id) limit 20`,
  params: [],
  row: fault,
});

const wrongBalances = defineQuery({
  name: 'kernel.auditWrongBalances',
  text: `with sums as (select owner_id, asset, ${SUMS} from ledger_postings group by owner_id, asset)
    select 'balance of owner ' || coalesce(b.owner_id, s.owner_id) || ' in ' || coalesce(b.asset, s.asset) || ' is not the sum of its postings' as fault
    from ledger_balances b full join sums s on s.owner_id = b.owner_id and s.asset = b.asset
    where (b.available, b.held, b.locked, b.staked, b.financed, b.loan)
      is distinct from (s.available, s.held, s.locked, s.staked, s.financed, s.loan)
      and not (s.owner_id is null and b.available = 0 and b.held = 0 and b.locked = 0 and b.staked = 0 and b.financed = 0 and b.loan = 0)
    limit 20`,
  params: [],
  row: fault,
});

const brokenTotals = defineQuery({
  name: 'kernel.auditBrokenTotals',
  text: `select 'posting ' || id || ' shows a total of ' || total_after || ' where its history gives ' || expected as fault
    from (select id, total_after, sum(total) over (partition by owner_id, asset order by id) as expected from ledger_postings) p
    where total_after <> expected limit 20`,
  params: [],
  row: fault,
});

const belowFloor = defineQuery({
  name: 'kernel.auditBelowFloor',
  text: `select 'owner ' || owner_id || ' is below zero in ' || asset as fault from ledger_balances
    where owner_id > 0 and (available < 0 or held < 0 or locked < 0 or staked < 0 or financed < 0 or loan > 0) limit 20`,
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

/** `reader` should be a snapshot. The audit is clean if no finding has faults. */
export async function auditLedger(reader: Reader): Promise<Finding[]> {
  const { entries, postings, balances } = await reader.one(counts, []);
  const faultsOf = async (query: typeof unbalanced) =>
    (await reader.many(query, [])).map((each) => each.fault);
  const guards = await reader.one(sleepingTriggers, []);
  return [
    {
      rule: 'every entry sums to zero per asset',
      checked: entries,
      faults: await faultsOf(unbalanced),
    },
    { rule: 'every entry has postings', checked: entries, faults: await faultsOf(empty) },
    { rule: 'every posting has its entry', checked: postings, faults: await faultsOf(unfounded) },
    {
      rule: 'every balance is the sum of its postings',
      checked: balances,
      faults: await faultsOf(wrongBalances),
    },
    {
      rule: 'every stored total follows from its history',
      checked: postings,
      faults: await faultsOf(brokenTotals),
    },
    {
      rule: 'no member has a negative balance',
      checked: balances,
      faults: await faultsOf(belowFloor),
    },
    {
      rule: 'the program may only read the journal',
      checked: 3,
      faults: await faultsOf(unsafeRights),
    },
    {
      rule: 'the journal refuses changes',
      checked: 2,
      faults: guards.guards === 2 ? [] : [guards.fault],
    },
  ];
}
