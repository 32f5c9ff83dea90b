/** What statements hold about a member: the figures of closed months, and what was sealed. */
import { heldRows } from '../../../kernel/account-data/held-rows.ts';

export const statementRows = [
  heldRows({
    name: 'statement-months',
    tables: ['statement_months', 'statement_documents'],
    from: `from (
      select m.member_id, m.month::text as month, m.figures, m.closed_at, d.receipt, d.sealed_at
      from statement_months m left join statement_documents d using (member_id, month)
    ) t where t.member_id = $1`,
    key: { month: 'text' },
  }),
  heldRows({
    name: 'statement-progress',
    tables: ['statement_progress'],
    from: 'from statement_progress t where t.member_id = $1',
    key: { member_id: 'bigint' },
  }),
];
