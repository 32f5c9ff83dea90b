/** Audits closed days: each movement and each line follows from the journal, and each difference from its line. */
import { int8, text } from '../platform/database/columns.ts';
import type { Reader } from '../platform/database/database.ts';
import { defineQuery } from '../platform/database/query.ts';
import type { Finding } from './ledger.ts';

const counts = defineQuery({
  name: 'day-close.auditCounts',
  text: `select (select count(*) from day_closes) as days, (select count(*) from day_close_movements) as movements,
      (select count(*) from day_close_lines) as lines, (select count(*) from day_close_signatures where removed_at is null) as signatures`,
  params: [],
  row: { days: int8, movements: int8, lines: int8, signatures: int8 },
});
const fault = { fault: text };

/** A posting counts on its effective day, or on the day that was the first open one when it was counted: the one that closed next. */
const wrongMovements = defineQuery({
  name: 'day-close.auditMovements',
  text: `with spans as (
      select lag(through_posting, 1, 0::bigint) over days as after, through_posting as through,
        case when row_number() over days > 1 then day end as first_open
      from day_closes window days as (order by day)
      union all
      select coalesce(max(through_posting), 0), (select counted_through from day_close_progress), max(day) + 1 from day_closes
    ), counted as (
      select greatest(p.dated, first_open) as day, asset, account, kind, sum(greatest(-amount, 0)) as debits, sum(greatest(amount, 0)) as credits,
        coalesce(sum(amount) filter (where p.dated < first_open), 0) as late
      from (
        select s.first_open, (l.effective_at at time zone 'utc')::date as dated, l.asset, l.account, l.kind, l.amount
        from spans s join day_close_postings l on l.id > s.after and l.id <= s.through
      ) p group by 1, 2, 3, 4
    )
    select 'what ' || day || ' changed in ' || asset || ' of account ' || account || ' by kind ' || kind || ' is not what its postings give' as fault
    from counted c full join day_close_movements m using (day, asset, account, kind)
    where (c.debits, c.credits, c.late) is distinct from (m.debits, m.credits, m.late) limit 20`,
  params: [],
  row: fault,
});

const wrongLines = defineQuery({
  name: 'day-close.auditLines',
  text: `with moved as (
      select day, asset, account, sum(debits) as debits, sum(credits) as credits, sum(late) as late
      from day_close_movements where day <= (select max(day) from day_closes) group by 1, 2, 3
    ), opened as (
      select day + 1 as day, asset, account, closing as opening from day_close_lines
      where closing <> 0 and day < (select max(day) from day_closes)
    ), due as (
      select day, asset, account, coalesce(opening, 0) as opening, coalesce(debits, 0) as debits, coalesce(credits, 0) as credits,
        coalesce(late, 0) as late
      from moved full join opened using (day, asset, account)
    )
    select 'the line of account ' || account || ' in ' || asset || ' on ' || day || ' is not what its movements and the day before give' as fault
    from due d full join day_close_lines l using (day, asset, account)
    where (d.opening, d.debits, d.credits, d.opening - d.debits + d.credits, d.late)
      is distinct from (l.opening, l.debits, l.credits, l.closing, l.late) limit 20`,
  params: [],
  row: fault,
});

/** Of balances only what was expected: what they were is not kept anywhere else. */
const wrongDifferences = defineQuery({
  name: 'day-close.auditDifferences',
  text: `select 'the difference of ' || day || ' in ' || asset || ' of account ' || account || ' is not what its lines give' as fault
    from (
      select day, asset, 0::bigint as account, sum(credits) as expected, sum(debits) as found from day_close_lines
      group by day, asset having sum(credits) <> sum(debits)
    ) s full join (select * from day_close_differences where reason = 'sides') d using (day, asset, account)
    where (s.expected, s.found) is distinct from (d.expected, d.found)
    union all
    select 'the difference of ' || d.day || ' in ' || d.asset || ' of account ' || d.account || ' expects other than the account closed with'
    from day_close_differences d left join day_close_lines l using (day, asset, account)
    where d.reason = 'balances' and d.expected <> coalesce(l.closing, 0)
    limit 20`,
  params: [],
  row: fault,
});

/** What the ledger had by the day's own lines, and of chains what was counted at that block. */
const wrongStatements = defineQuery({
  name: 'day-close.auditStatements',
  text: `select 'the statement of ' || s.day || ' in ' || s.asset || ' of account ' || s.account || ' is not what the ledger or the chain had' as fault
    from day_close_statements s
    left join day_close_lines l using (day, asset, account)
    left join wallet_counts w on s.source = 'chain' and w.asset = s.asset and w.until = (s.day + 1)::timestamp at time zone 'utc'
      and s.account = (select ledger_custody_account(n.id) from networks n where n.code = w.network)
    where s.ledger <> coalesce(-l.closing, 0) or s.source = 'chain' and s.stated is distinct from w.held limit 20`,
  params: [],
  row: fault,
});

const gaps = defineQuery({
  name: 'day-close.auditGaps',
  text: `select day || ' was closed without the day before it, or before it' as fault
    from (
      select day, through_posting, lag(day) over days as day_before, lag(through_posting) over days as through_before
      from day_closes window days as (order by day)
    ) c where day_before <> day - 1 or through_before > through_posting limit 20`,
  params: [],
  row: fault,
});

/** What was signed is compared with the day itself: the hash of its lines, and that its items come to its differences. */
const wrongSignatures = defineQuery({
  name: 'day-close.auditSignatures',
  text: `select 'signature ' || s.place || ' of ' || s.day || ' is not of what it names' as fault
    from day_close_signatures s cross join lateral (select s.content::jsonb as signed) c
    where s.content_hash <> sha256(convert_to(s.content, 'UTF8')) or c.signed ->> 'day' <> s.day::text
    union all
    select 'the sums signed for ' || s.day || ' are not those of the day'
    from day_close_signatures s where s.removed_at is null and (s.content::jsonb ->> 'lines' is distinct from (
        select encode(sha256(convert_to(string_agg(asset || '|' || account || '|' || trim_scale(opening) || '|' || trim_scale(debits)
          || '|' || trim_scale(credits) || '|' || trim_scale(closing) || '|' || trim_scale(late), E'\\n' order by asset collate "C", account), 'UTF8')), 'hex')
        from day_close_lines l where l.day = s.day)
      or exists (
        select from day_close_differences d where d.day = s.day and d.found - d.expected <> coalesce((
          select sum((i ->> 'amount')::numeric) from jsonb_array_elements(s.content::jsonb -> 'items') i
          where i ->> 'asset' = d.asset and (i ->> 'account')::bigint = d.account
            and coalesce(i ->> 'against', 'books') = 'books'), 0)))
    union all
    select 'what was signed for ' || s.day || ' is not what chains and banks stated'
    from day_close_signatures s where s.removed_at is null and (
      (select count(*) from day_close_statements t where t.day = s.day) <> jsonb_array_length(coalesce(s.content::jsonb -> 'statements', '[]'))
      or exists (
        select from day_close_statements t where t.day = s.day and not exists (
          select from jsonb_array_elements(s.content::jsonb -> 'statements') e
          where (e ->> 'asset', (e ->> 'account')::bigint, e ->> 'source', e ->> 'reference') = (t.asset, t.account, t.source, t.reference)
            and ((e ->> 'ledger')::numeric, (e ->> 'arrived')::numeric, (e ->> 'paid')::numeric, (e ->> 'fees')::numeric)
              = (t.ledger, t.arrived, t.paid, t.fees)
            and (e ->> 'stated')::numeric is not distinct from t.stated))
      or exists (
        select from day_close_statements t where t.day = s.day and coalesce(t.difference, 0) <> coalesce((
          select sum((i ->> 'amount')::numeric) from jsonb_array_elements(s.content::jsonb -> 'items') i
          where i ->> 'asset' = t.asset and (i ->> 'account')::bigint = t.account and i ->> 'against' = 'statement'), 0)))
    union all
    select s.day || ' was not signed by two operators who saw the same sums' from day_close_signatures s
    where s.place = 2 and not exists (
      select from day_close_signatures f where f.day = s.day and f.place = 1 and f.removed_at is null
        and f.operator_id <> s.operator_id and f.content_hash = s.content_hash)
    union all
    select 'signature ' || s.place || ' of ' || s.day || ' is not in the audit log' from day_close_signatures s
    where not exists (
      select from audit_log a where a.subject = 'day-close:' || s.day and a.action = 'dayClose.sign'
        and a.operator_id = s.operator_id and a.created_at = s.signed_at)
    limit 20`,
  params: [],
  row: fault,
});

/** `reader` should be a snapshot. */
export async function auditDayCloses(reader: Reader): Promise<Finding[]> {
  const { days, movements, lines, signatures } = await reader.one(counts, []);
  const faultsOf = async (query: typeof gaps) =>
    (await reader.many(query, [])).map((row) => row.fault);
  return [
    {
      rule: 'what each day changed is what its postings give',
      checked: movements,
      faults: await faultsOf(wrongMovements),
    },
    {
      rule: 'a closed day opens with what the day before closed with, and adds up',
      checked: lines,
      faults: [...(await faultsOf(wrongLines)), ...(await faultsOf(gaps))],
    },
    {
      rule: 'a closed day names the differences that its lines have',
      checked: days,
      faults: await faultsOf(wrongDifferences),
    },
    {
      rule: 'a closed day is compared with what the ledger and the chains had',
      checked: days,
      faults: await faultsOf(wrongStatements),
    },
    {
      rule: 'a signed day was signed by two operators who saw its sums',
      checked: signatures,
      faults: await faultsOf(wrongSignatures),
    },
  ];
}
