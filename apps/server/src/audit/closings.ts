/** Audits closed accounts: each was asked for a week before, is empty, and got no posting since (ADR 48). */
import type { Finding } from './ledger.ts';
import { int8, text } from '../platform/database/columns.ts';
import type { Reader } from '../platform/database/database.ts';
import { defineQuery } from '../platform/database/query.ts';

const fault = { fault: text } as const;

const count = defineQuery({
  name: 'closings.auditCount',
  text: 'select count(*)::int8 as closed from members where closed_at is not null',
  params: [],
  row: { closed: int8 },
});

const unasked = defineQuery({
  name: 'closings.auditUnasked',
  text: `select 'member ' || coalesce(m.id, c.member_id) || ' is ' || case when m.id is null then 'not ' else '' end
        || 'closed, unlike the request says' as fault
    from (select id, closed_at from members where closed_at is not null) m
    full join (select * from account_closings where state = 'closed') c on c.member_id = m.id
    where m.closed_at is distinct from c.decided_at or c.decided_at < c.requested_at + interval '168 hours' limit 20`,
  params: [],
  row: fault,
});

const notEmpty = defineQuery({
  name: 'closings.auditNotEmpty',
  text: `select 'member ' || m.id || ' is closed and has an open balance in ' || a.code as fault
    from members m cross join assets a
    left join ledger_balances b on b.owner_id = m.id and b.asset = a.code
    where m.closed_at is not null and (b.is_closed is not true
      or (b.available, b.held, b.locked, b.staked, b.financed, b.loan) <> (0, 0, 0, 0, 0, 0))
    limit 20`,
  params: [],
  row: fault,
});

const late = defineQuery({
  name: 'closings.auditLatePostings',
  text: `select 'member ' || m.id || ' is closed and got posting ' || p.id as fault
    from members m join ledger_postings p on p.owner_id = m.id and p.effective_at > m.closed_at
    where m.closed_at is not null limit 20`,
  params: [],
  row: fault,
});

/** `reader` should be a snapshot. */
export async function auditClosings(reader: Reader): Promise<Finding[]> {
  const { closed } = await reader.one(count, []);
  const found = [];
  for (const query of [unasked, notEmpty, late]) found.push(...(await reader.many(query, [])));
  return [
    {
      rule: 'every closed account was asked for a week before, is empty, and got nothing since',
      checked: closed,
      faults: found.map((each) => each.fault),
    },
  ];
}
