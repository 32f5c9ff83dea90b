/** The SQL of loans: products, applications and loans, repayments. */
import type { AssetRegistry } from '../../../kernel/catalog/assets.ts';
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
} from '../../../platform/database/columns.ts';
import { defineQuery, defineStatement, type RowOf } from '../../../platform/database/query.ts';

const PRODUCT = `select p.id, p.version, p.name, p.asset, p.amount_min, p.amount_max, p.daily_rate, p.free_days, p.term_days,
    p.state, p.created_at, p.updated_at
  from loan_products p`;

const product = {
  id: int8,
  version: int4,
  name: text,
  asset: text,
  amountMin: amount,
  amountMax: amount,
  dailyRate: rate,
  freeDays: int4,
  termDays: int4,
  state: text,
  createdAt: timestamptz,
  updatedAt: timestamptz,
} as const;

export const openProducts = defineQuery({
  name: 'loan.openProducts',
  text: `${PRODUCT} where p.state = 'open' order by p.id limit $1 offset $2`,
  params: [int8, int8],
  row: product,
});

export const countOpenProducts = defineQuery({
  name: 'loan.countOpenProducts',
  text: `select count(*)::int as total from loan_products where state = 'open'`,
  params: [],
  row: { total: int4 },
});

export const productById = defineQuery({
  name: 'loan.productById',
  text: `${PRODUCT} where p.id = $1`,
  params: [int8],
  row: product,
});

/** Locked against a change of its terms until the transaction ends. */
export const lockedProductById = defineQuery({
  name: 'loan.productForShare',
  text: `${PRODUCT} where p.id = $1 for share of p`,
  params: [int8],
  row: product,
});

/** A product with its current terms and the decimal places of its asset. */
export type StoredProduct = RowOf<typeof productById> & { readonly scale: number };

export function withScale(assets: AssetRegistry, row: RowOf<typeof productById>): StoredProduct {
  return { ...row, scale: assets.get(row.asset).scale };
}

const COLUMNS = `id, product_id, member_id, version, name, asset, scale, daily_rate, free_days, term_days, requested, offered, state, reason,
  decided_at, credited_at, due_at, collected_at, repaid_at, principal, accrued, accrued_overdue, interest_paid, counted_days,
  created_at, updated_at`;

const loan = {
  id: int8,
  productId: int8,
  memberId: int8,
  version: int4,
  name: text,
  asset: text,
  scale: int2,
  dailyRate: rate,
  freeDays: int4,
  termDays: int4,
  requested: amount,
  offered: amount,
  state: text,
  reason: text,
  decidedAt: nullable(timestamptz),
  creditedAt: nullable(timestamptz),
  dueAt: nullable(timestamptz),
  collectedAt: nullable(timestamptz),
  repaidAt: nullable(timestamptz),
  principal: amount,
  accrued: amount,
  accruedOverdue: amount,
  interestPaid: amount,
  countedDays: int4,
  createdAt: timestamptz,
  updatedAt: timestamptz,
} as const;

/**
 * A trigger compares the terms and the amount with the product.
 * @throws `loans_one_application` beside an application that is under review
 */
export const insertLoan = defineQuery({
  name: 'loan.insert',
  text: `insert into loans (product_id, member_id, version, name, asset, scale, daily_rate, free_days, term_days, requested, offered,
      consented_at, created_at, updated_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10, $11, $11, $11) returning ${COLUMNS}`,
  params: [int8, int8, int4, text, text, int2, rate, int4, int4, amount, timestamptz],
  row: loan,
});

/** An application, or the loan that it became. */
export type StoredLoan = RowOf<typeof insertLoan>;

export const loanById = defineQuery({
  name: 'loan.byId',
  text: `select ${COLUMNS} from loans where id = $1`,
  params: [int8],
  row: loan,
});

export const loanForUpdate = defineQuery({
  name: 'loan.forUpdate',
  text: `select ${COLUMNS} from loans where id = $1 for no key update`,
  params: [int8],
  row: loan,
});

export const loanOf = defineQuery({
  name: 'loan.ofMember',
  text: `select ${COLUMNS} from loans where member_id = $1 and id = $2`,
  params: [int8, int8],
  row: loan,
});

export const lockedLoanOf = defineQuery({
  name: 'loan.ofMemberForUpdate',
  text: `select ${COLUMNS} from loans where member_id = $1 and id = $2 for no key update`,
  params: [int8, int8],
  row: loan,
});

/** Newest first; `$2`: the state, null for all. */
export const loansOf = defineQuery({
  name: 'loan.allOfMember',
  text: `select ${COLUMNS} from loans where member_id = $1 and ($2::text is null or state = $2) order by id desc limit $3 offset $4`,
  params: [int8, nullable(text), int8, int8],
  row: loan,
});

export const countLoans = defineQuery({
  name: 'loan.countOfMember',
  text: 'select count(*)::int as total from loans where member_id = $1 and ($2::text is null or state = $2)',
  params: [int8, nullable(text)],
  row: { total: int4 },
});

/** The other loans of the member of a loan, for its review. */
export const historyBeside = defineQuery({
  name: 'loan.historyBeside',
  text: `select count(*) filter (where state = 'repaid')::int as repaid, count(*) filter (where state in ('active', 'overdue'))::int as running,
      count(*) filter (where state = 'overdue')::int as overdue, count(*) filter (where state = 'rejected')::int as rejected,
      coalesce(sum(principal) filter (where asset = $3), 0) as owed
    from loans where member_id = $1 and id <> $2 and state <> 'reviewed'`,
  params: [int8, int8, text],
  row: { repaid: int4, running: int4, overdue: int4, rejected: int4, owed: amount },
});

export const setOffered = defineQuery({
  name: 'loan.setOffered',
  text: `update loans set offered = $2, reason = $3, updated_at = $4 where id = $1 returning ${COLUMNS}`,
  params: [int8, amount, text, timestamptz],
  row: loan,
});

export const setCredited = defineQuery({
  name: 'loan.setCredited',
  text: `update loans set state = 'active', principal = offered, decided_at = $2, credited_at = $2, due_at = $3, remind_at = $4,
      updated_at = $2
    where id = $1 returning ${COLUMNS}`,
  params: [int8, timestamptz, timestamptz, nullable(timestamptz)],
  row: loan,
});

export const setRejected = defineQuery({
  name: 'loan.setRejected',
  text: `update loans set state = 'rejected', reason = $2, decided_at = $3, updated_at = $3 where id = $1 returning ${COLUMNS}`,
  params: [int8, text, timestamptz],
  row: loan,
});

/** When nothing was available on the due date. */
export const setOverdue = defineStatement({
  name: 'loan.setOverdue',
  text: `update loans set state = 'overdue', collected_at = $2, updated_at = $2 where id = $1`,
  params: [int8, timestamptz],
});

/** Loans whose due date has come, locked; those that another transaction holds are skipped. */
export const dueLoans = defineQuery({
  name: 'loan.due',
  text: `select ${COLUMNS} from loans where state = 'active' and due_at <= $1 order by due_at, id limit $2 for no key update skip locked`,
  params: [timestamptz, int8],
  row: loan,
});

/** Loans with a due reminder, locked; those that another transaction holds are skipped. */
export const loansToRemind = defineQuery({
  name: 'loan.toRemind',
  text: `select ${COLUMNS} from loans where state = 'active' and remind_at is not null and remind_at <= $1
    order by remind_at, id limit $2 for no key update skip locked`,
  params: [timestamptz, int8],
  row: loan,
});

/** The next reminder of each loan; null for none. */
export const setReminders = defineStatement({
  name: 'loan.setReminders',
  text: `update loans l set remind_at = n.at from unnest($1::bigint[], $2::timestamptz[]) as n(id, at) where l.id = n.id`,
  params: [arrayOf(int8), arrayOf(nullable(timestamptz))],
});

/** A trigger counts it in the loan; it refuses another split than that of the formulas. */
export const insertRepayment = defineQuery({
  name: 'loan.insertRepayment',
  text: `insert into loan_repayments (loan_id, amount, interest, principal, is_collected, counted_at, created_at)
    values ($1, $2, $3, $4, $5, $6, $7) returning id`,
  params: [int8, amount, amount, amount, bool, timestamptz, timestamptz],
  row: { id: int8 },
});

/** Newest first. */
export const repaymentsOf = defineQuery({
  name: 'loan.repaymentsOf',
  text: 'select id, amount, interest, principal, is_collected, created_at from loan_repayments where loan_id = $1 order by id desc',
  params: [int8],
  row: {
    id: int8,
    amount,
    interest: amount,
    principal: amount,
    isCollected: bool,
    createdAt: timestamptz,
  },
});

export type StoredRepayment = RowOf<typeof repaymentsOf>;
