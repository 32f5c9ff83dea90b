/** Audits loans: each by the terms of its version, its interest and the split of each repayment recomputed naively. */
import { type NaivePayment, loanNaively } from '@tern/settlement/naive-loan';
import {
  amount,
  arrayOf,
  bool,
  int2,
  int4,
  int8,
  nullable,
  rate,
  text,
  timestamptz,
} from '../platform/database/columns.ts';
import type { Reader } from '../platform/database/database.ts';
import { defineQuery, type RowOf } from '../platform/database/query.ts';
import { DAY_MS } from '../platform/durations.ts';
import { everyRow, FAULTS_MAX } from './every-row.ts';
import type { Finding } from './ledger.ts';

/** With the repayments of each in their order; `isOffered`: by a version that was in force and open at the application. */
const loansAfter = defineQuery({
  name: 'loan.auditLoans',
  text: `select l.id, l.offered, l.daily_rate, l.free_days, l.term_days, l.scale, l.state, l.credited_at, l.due_at, l.collected_at,
      l.principal, l.interest_paid, v.id is not null as is_offered,
      coalesce(r.amounts, '{}') as amounts, coalesce(r.interests, '{}') as interests, coalesce(r.principals, '{}') as principals,
      coalesce(r.counted, '{}') as counted, coalesce(r.collected, '{}') as collected
    from loans l
    left join product_versions v on v.product_id = l.product_id and v.version = l.version and v.is_open
      and v.state in ('inForce', 'replaced') and l.created_at >= v.effective_at
      and (l.name, l.asset, l.daily_rate, l.free_days, l.term_days) = (v.terms ->> 'name', v.terms ->> 'asset',
        (v.terms ->> 'dailyRate')::numeric, (v.terms ->> 'freeDays')::int, (v.terms ->> 'termDays')::int)
      and l.requested between (v.terms ->> 'amountMin')::numeric and (v.terms ->> 'amountMax')::numeric
    left join lateral (
      select array_agg(amount order by id) as amounts, array_agg(interest order by id) as interests,
        array_agg(principal order by id) as principals, array_agg(counted_at order by id) as counted,
        array_agg(is_collected order by id) as collected
      from loan_repayments where loan_id = l.id
    ) r on true
    where l.id > $1 order by l.id limit $2`,
  params: [int8, int8],
  row: {
    id: int8,
    offered: amount,
    dailyRate: rate,
    freeDays: int4,
    termDays: int4,
    scale: int2,
    state: text,
    creditedAt: nullable(timestamptz),
    dueAt: nullable(timestamptz),
    collectedAt: nullable(timestamptz),
    principal: amount,
    interestPaid: amount,
    isOffered: bool,
    amounts: arrayOf(amount),
    interests: arrayOf(amount),
    principals: arrayOf(amount),
    counted: arrayOf(timestamptz),
    collected: arrayOf(bool),
  },
});

type Loan = RowOf<typeof loansAfter>;

/** `reader` should be a snapshot. */
export async function auditLoans(reader: Reader): Promise<Finding[]> {
  const [terms, repayments]: [string[], string[]] = [[], []];
  let [loans, repaid] = [0, 0];
  for await (const loan of everyRow(reader, loansAfter)) {
    if (!loan.isOffered) terms.push(`loan ${loan.id} does not follow from its terms`);
    if (!isRepaidRight(loan)) repayments.push(`loan ${loan.id} was not repaid by its terms`);
    loans += 1;
    repaid += loan.amounts.length;
  }
  return [
    {
      rule: 'every loan follows from the terms of its version',
      checked: loans,
      faults: terms.slice(0, FAULTS_MAX),
    },
    {
      rule: 'every repayment and collection of a loan pays the interest of its days first, and leaves the rest owed',
      checked: repaid,
      faults: repayments.slice(0, FAULTS_MAX),
    },
  ];
}

function isRepaidRight(loan: Loan): boolean {
  const { creditedAt, state, amounts } = loan;
  if (creditedAt === null)
    return (
      ['reviewed', 'rejected'].includes(state) && amounts.length === 0 && loan.principal === 0n
    );
  if (loan.dueAt !== creditedAt + loan.termDays * DAY_MS) return false;
  const payments = paymentsOf(loan, creditedAt);
  const lastDay = payments.at(-1)?.day ?? 0;
  const { principal, interest, splits } = loanNaively(loan, loan.offered, { payments, lastDay });
  const paid = splits.reduce((sum, split) => sum + split.interest, 0n);
  const isOwed = principal > 0n || interest > 0n;
  return (
    loan.principal === principal &&
    loan.interestPaid === paid &&
    isOwed === (state !== 'repaid') &&
    (state !== 'overdue' || loan.collectedAt !== null) &&
    loan.collected.every((isTaken, index) => !isTaken || loan.counted[index] === loan.dueAt) &&
    splits.every(
      (split, index) =>
        split.interest === loan.interests[index] && split.principal === loan.principals[index],
    )
  );
}

/** A started day counts whole. A collection that runs late is counted at the due time, but never before an earlier repayment. */
function paymentsOf({ counted, amounts }: Loan, creditedAt: number): NaivePayment[] {
  let day = 0;
  return counted.map((at, index) => {
    day = Math.max(day, Math.ceil((at - creditedAt) / DAY_MS));
    return { day, amount: amounts[index]! };
  });
}
