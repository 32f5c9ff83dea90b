/** Audits deposits: each credit was approved by two operators or seen on its network. */
import { recordTypes } from '@tern/ledger';
import type { Finding } from './ledger.ts';
import type { Since } from '../kernel/invariants/invariant.ts';
import { int8, text } from '../platform/database/columns.ts';
import type { Reader } from '../platform/database/database.ts';
import { defineQuery } from '../platform/database/query.ts';

const fault = { fault: text } as const;

const counts = defineQuery({
  name: 'deposits.auditCounts',
  text: 'select count(*)::int8 as deposits from deposits',
  params: [],
  row: { deposits: int8 },
});

/** Completed deposits were credited once, others never; no other entry refers to a deposit. */
const wrongCredits = defineQuery({
  name: 'deposits.auditWrongCredits',
  text: `with moved as (
      select substr(e.reference, 9)::bigint as id, p.owner_id, p.asset, sum(p.available) as credited
      from ledger_entries e join ledger_postings p on p.entry_id = e.id and p.owner_id > 0
      where e.kind = ${recordTypes.depositSuccess} and e.reference like 'deposit:%' group by 1, 2, 3
    )
    select 'deposit ' || coalesce(d.id, m.id) || ' is not what the journal says' as fault
    from (select * from deposits where source <> 'platform') d full join moved m on m.id = d.id and m.owner_id = d.member_id and m.asset = d.asset
    where d.id is null or coalesce(m.credited, 0) <> case when d.state = 'completed' then d.amount - d.fee else 0 end
    limit 20`,
  params: [],
  row: fault,
});

/** Each completed deposit has an approved review, or was seen by a rail. `which` of them are examined. */
const unfoundedOf = (
  which: string,
) => `select 'deposit ' || d.id || ' was credited without an approval' as fault from deposits d
    where d.state = 'completed' and ${which} and not case d.source
      when 'member' then exists (
        select 1 from reviews r where r.kind = 'deposit' and r.subject_id = d.id and r.state = 'approved')
      when 'platform' then exists (
        select 1 from manual_entries e join reviews r on r.kind = 'manual' and r.subject_id = e.id and r.state = 'approved'
        where e.id = d.manual_entry_id and e.side = 'credit' and (e.member_id, e.asset, e.amount) = (d.member_id, d.asset, d.amount))
      else exists (
        select 1 from deposits_seen s where s.deposit_id = d.id and (s.fault is null or exists (
          select 1 from unmatched_proposals p join reviews r on r.kind = 'stray' and r.subject_id = p.id and r.state = 'approved'
          where p.reference = s.reference and p.state = 'carried' and p.member_id = d.member_id))) end
    limit 20`;

const unfounded = defineQuery({
  name: 'deposits.auditUnfounded',
  text: unfoundedOf('true'),
  params: [],
  row: fault,
});

/** Of entries after `$1`. A query of its own: as an alternative to all deposits, they would be found by reading all. */
const newUnfounded = defineQuery({
  name: 'deposits.newUnfounded',
  text: unfoundedOf(`d.id in (
      select substr(e.reference, 9)::bigint from ledger_entries e
      where e.id > $1 and e.kind = ${recordTypes.depositSuccess} and e.reference like 'deposit:%'
      union all
      select m.id from deposits m where m.manual_entry_id in (
        select substr(e.reference, 8)::bigint from ledger_entries e
        where e.id > $1 and e.kind = ${recordTypes.agentDeposit} and e.reference like 'manual:%'))`),
  params: [int8],
  row: fault,
});

/** Manual credits are listed as deposits. */
const unlisted = defineQuery({
  name: 'deposits.auditUnlisted',
  text: `select 'manual entry ' || e.id || ' was credited and is not among the deposits' as fault
    from manual_entries e join reviews r on r.kind = 'manual' and r.subject_id = e.id and r.state = 'approved'
    where e.side = 'credit' and not exists (select 1 from deposits d where d.manual_entry_id = e.id) limit 20`,
  params: [],
  row: fault,
});

/** Deposits credited since then were approved, or seen on their network. */
export const findUnapprovedDeposits = async (reader: Reader, { entry }: Since) =>
  (await reader.many(newUnfounded, [entry])).map((each) => each.fault);

/** `reader` should be a snapshot. */
export async function auditDeposits(reader: Reader): Promise<Finding[]> {
  const { deposits } = await reader.one(counts, []);
  const faultsOf = async (query: typeof unlisted) =>
    (await reader.many(query, [])).map((each) => each.fault);
  return [
    {
      rule: 'every deposit was credited once, or not at all',
      checked: deposits,
      faults: await faultsOf(wrongCredits),
    },
    {
      rule: 'every credited deposit was approved or seen',
      checked: deposits,
      faults: [...(await faultsOf(unfounded)), ...(await faultsOf(unlisted))],
    },
  ];
}
