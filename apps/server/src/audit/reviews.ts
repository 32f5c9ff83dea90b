/** Audits reviews: money moved by operators was approved by two of them, decisions are logged, and announcements have the approved texts. */
import { recordTypes } from '@tern/ledger';
import type { Finding } from './ledger.ts';
import { EVER, type Since } from '../kernel/invariants/invariant.ts';
import { int8, text } from '../platform/database/columns.ts';
import type { Reader } from '../platform/database/database.ts';
import { defineQuery } from '../platform/database/query.ts';

const fault = { fault: text } as const;

const { agentDeposit, agentBalanceDeduction } = recordTypes;

const counts = defineQuery({
  name: 'reviews.auditCounts',
  text: `select (select count(*) from reviews where state in ('approved', 'rejected'))::int8 as decided,
      (select count(*) from ledger_entries where kind in (${agentDeposit}, ${agentBalanceDeduction}))::int8 as entries`,
  params: [],
  row: { decided: int8, entries: int8 },
});

const aloneOf = (
  which: string,
) => `select 'review ' || id || ' was approved without two people who saw the same facts' as fault from reviews
    where state = 'approved' and approvals = 2
      and (first_by is null or first_by = decided_by or first_hash is distinct from decided_hash) and ${which} limit 20`;

const alone = defineQuery({
  name: 'reviews.auditAlone',
  text: aloneOf('true'),
  params: [],
  row: fault,
});

/** Of links of the audit log after `$1`. A query of its own: as an alternative to all reviews, they would be found by reading all. */
const newAlone = defineQuery({
  name: 'reviews.newAlone',
  text: aloneOf(`id in (
        select substr(l.subject, 8)::bigint from audit_log_links k join audit_log l on l.id = k.entry_id
        where k.seq > $1 and l.action = 'review.approve')`),
  params: [int8],
  row: fault,
});

const unagreed = defineQuery({
  name: 'reviews.auditUnagreed',
  text: `select 'entry ' || e.id || ' ' || e.reference || ' was not approved' as fault from ledger_entries e
    where e.id > $1 and e.kind in (${agentDeposit}, ${agentBalanceDeduction}) and not exists (
      select 1 from manual_entries m join reviews r on r.kind = 'manual' and r.subject_id = m.id and r.state = 'approved'
      join ledger_postings p on p.entry_id = e.id and p.owner_id = m.member_id and p.asset = m.asset
        and p.total = case m.side when 'credit' then m.amount else -m.amount end
      where e.reference = 'manual:' || m.id and e.kind = case m.side when 'credit' then ${agentDeposit} else ${agentBalanceDeduction} end
    ) limit 20`,
  params: [int8],
  row: fault,
});

const unposted = defineQuery({
  name: 'reviews.auditUnposted',
  text: `select 'manual entry ' || m.id || ' was approved and never posted' as fault
    from manual_entries m join reviews r on r.kind = 'manual' and r.subject_id = m.id and r.state = 'approved'
    where not exists (
      select 1 from ledger_entries e where e.kind in (${agentDeposit}, ${agentBalanceDeduction}) and e.reference = 'manual:' || m.id
    ) limit 20`,
  params: [],
  row: fault,
});

const unlogged = defineQuery({
  name: 'reviews.auditUnlogged',
  text: `select 'review ' || r.id || ' was ' || r.state || ' without a log entry' as fault from reviews r
    where r.state in ('approved', 'rejected') and not exists (
      select 1 from audit_log a where a.subject = 'review:' || r.id and a.operator_id = r.decided_by
        and a.action = case r.state when 'approved' then 'review.approve' else 'review.reject' end
    ) limit 20`,
  params: [],
  row: fault,
});

const words = defineQuery({
  name: 'reviews.auditCountWords',
  text: `select count(*)::int8 as editions from announcement_editions
    where proposed_by is not null and state in ('agreed', 'published', 'replaced')`,
  params: [],
  row: { editions: int8 },
});

const unagreedWords = defineQuery({
  name: 'reviews.auditUnagreedWords',
  text: `select 'edition ' || e.id || ' of announcement ' || e.announcement_id || ' has texts that were not approved' as fault
    from announcement_editions e
    where e.proposed_by is not null and e.state in ('agreed', 'published', 'replaced') and not exists (
      select 1 from reviews r where r.kind = 'announcement' and r.subject_id = e.id and r.state = 'approved' and not exists (
        select 1 from jsonb_each(e.texts) t
        where r.facts::jsonb ->> (t.key || ' title') is distinct from t.value ->> 'title'
          or r.facts::jsonb ->> (t.key || ' text') is distinct from t.value ->> 'body'
      )
    ) limit 20`,
  params: [],
  row: fault,
});

const faultsAfter = async (reader: Reader, query: typeof newAlone, after: number) =>
  (await reader.many(query, [after])).map((each) => each.fault);

/** Money that operators moved since then was approved by two; `since.own` is a link of the audit log. */
export const findUnapprovedMoney = async (reader: Reader, { entry, own }: Since) => [
  ...(await faultsAfter(reader, newAlone, own)),
  ...(await faultsAfter(reader, unagreed, entry)),
];

/** `reader` should be a snapshot. */
export async function auditReviews(reader: Reader): Promise<Finding[]> {
  const { decided, entries } = await reader.one(counts, []);
  const { editions } = await reader.one(words, []);
  const faultsOf = async (...queries: (typeof unposted)[]) => {
    const found = await Promise.all(queries.map((query) => reader.many(query, [])));
    return found.flat().map((each) => each.fault);
  };
  return [
    {
      rule: 'money is approved by two people who saw the same facts',
      checked: decided,
      faults: await faultsOf(alone),
    },
    {
      rule: "operators' entries are exactly as approved",
      checked: entries,
      faults: [...(await faultsAfter(reader, unagreed, EVER.entry)), ...(await faultsOf(unposted))],
    },
    {
      rule: 'every decision is in the audit log',
      checked: decided,
      faults: await faultsOf(unlogged),
    },
    {
      rule: 'announcements are the texts that another operator approved',
      checked: editions,
      faults: await faultsOf(unagreedWords),
    },
  ];
}
