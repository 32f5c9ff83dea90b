/** The SQL of what waits for operators longer than it should. */
import { int4, nullable, timestamptz } from '../../../../platform/database/columns.ts';
import { defineQuery } from '../../../../platform/database/query.ts';

const counted = { count: int4, since: nullable(timestamptz) } as const;

/** Under review after the time that members were promised. Each part has an index of open requests, but wires, of which few are. */
export const lateRequests = defineQuery({
  name: 'funding.lateRequests',
  text: `select count(*)::int as count, min(due_at) as since from (
      select due_at from deposits where state = 'reviewed'
      union all select due_at from withdrawals where state = 'reviewed'
      union all select due_at from wires where state = 'reviewed'
      union all select due_at from payouts where state = 'reviewed'
    ) open where due_at < $1`,
  params: [timestamptz],
  row: counted,
});

/** Coins of a network and money at a bank that came in and belong to nobody yet. */
export const unmatchedDeposits = defineQuery({
  name: 'funding.unmatchedDeposits',
  text: `select count(*)::int as count, min(since) as since from (
      select seen_at as since from deposits_seen
      where fault is not null and deposit_id is null and dismissed_at is null and house_at is null
      union all select s.imported_at from bank_entries e join bank_statements s on s.id = e.statement_id
      where e.is_credit and not exists (select from bank_entries_matched m where m.entry_id = e.id)
    ) open`,
  params: [],
  row: counted,
});

export const stuckWithdrawals = defineQuery({
  name: 'funding.stuckWithdrawals',
  text: `select count(*)::int as count, min(silent_since) as since from withdrawals
    where state = 'sending' and silent_since is not null`,
  params: [],
  row: counted,
});

/** Above a cap of 24 hours when they were last tried. */
export const cappedWithdrawals = defineQuery({
  name: 'funding.cappedWithdrawals',
  text: `select count(*)::int as count, min(decided_at) as since from withdrawals
    where state = 'approved' and reason <> ''`,
  params: [],
  row: counted,
});
