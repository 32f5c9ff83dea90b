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
import { defineTable } from '../../../platform/database/table.ts';
import { orderCounts } from '../../../kernel/products/product-table.ts';

export const loanProducts = defineTable('loan_products', {
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
}).as('p');

export const openProducts = loanProducts.select(
  'loan.openProducts',
  `where p.state = 'open' order by p.id limit $1 offset $2`,
  [int8, int8],
);

export const countOpenProducts = loanProducts.count(
  'loan.countOpenProducts',
  `where state = 'open'`,
  [],
);

export const productById = loanProducts.select('loan.productById', 'where p.id = $1', [int8]);

/** Locked against a change of its terms until the transaction ends. */
export const lockedProductById = loanProducts.select(
  'loan.productForShare',
  'where p.id = $1 for share of p',
  [int8],
);

/** A product with its current terms and the decimal places of its asset. */
export type StoredProduct = RowOf<typeof productById> & { readonly scale: number };

export function withScale(assets: AssetRegistry, row: RowOf<typeof productById>): StoredProduct {
  return { ...row, scale: assets.get(row.asset).scale };
}

const loans = defineTable('loans', {
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
});

/**
 * A trigger compares the terms and the amount with the product.
 * @throws `loans_one_application` beside an application that is under review
 */
export const insertLoan = loans.insertReturning(
  'loan.insert',
  [
    'productId',
    'memberId',
    'version',
    'name',
    'asset',
    'scale',
    'dailyRate',
    'freeDays',
    'termDays',
    'requested',
    'createdAt',
  ],
  { also: { offered: '$requested', consentedAt: '$createdAt', updatedAt: '$createdAt' } },
);

/** An application, or the loan that it became. */
export type StoredLoan = RowOf<typeof loanById>;

export const loanById = loans.select('loan.byId', 'where id = $1', [int8]);

export const loanForUpdate = loans.select('loan.forUpdate', 'where id = $1 for no key update', [
  int8,
]);

export const loanOf = loans.select('loan.ofMember', 'where member_id = $1 and id = $2', [
  int8,
  int8,
]);

export const loanOwner = loans.pick('memberId').select('loan.owner', 'where id = $1', [int8]);

export const lockedLoanOf = loans.select(
  'loan.ofMemberForUpdate',
  'where member_id = $1 and id = $2 for no key update',
  [int8, int8],
);

/** Newest first; `$2`: the state, null for all. */
export const loansOf = loans.select(
  'loan.allOfMember',
  'where member_id = $1 and ($2::text is null or state = $2) order by id desc limit $3 offset $4',
  [int8, nullable(text), int8, int8],
);

export const countLoans = loans.count(
  'loan.countOfMember',
  'where member_id = $1 and ($2::text is null or state = $2)',
  [int8, nullable(text)],
);

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

export const setOffered = loans.update(
  'loan.setOffered',
  'offered = $2, reason = $3, updated_at = $4 where id = $1',
  [int8, amount, text, timestamptz],
);

export const setCredited = loans.update(
  'loan.setCredited',
  `state = 'active', principal = offered, decided_at = $2, credited_at = $2, due_at = $3, remind_at = $4,
      updated_at = $2
    where id = $1`,
  [int8, timestamptz, timestamptz, nullable(timestamptz)],
);

export const setRejected = loans.update(
  'loan.setRejected',
  `state = 'rejected', reason = $2, decided_at = $3, updated_at = $3 where id = $1`,
  [int8, text, timestamptz],
);

/** When nothing was available on the due date. */
export const setOverdue = defineStatement({
  name: 'loan.setOverdue',
  text: `update loans set state = 'overdue', collected_at = $2, updated_at = $2 where id = $1`,
  params: [int8, timestamptz],
});

/** Loans whose due date has come, locked; those that another transaction holds are skipped. */
export const dueLoans = loans.select(
  'loan.due',
  `where state = 'active' and due_at <= $1 order by due_at, id limit $2 for no key update skip locked`,
  [timestamptz, int8],
);

/** Loans with a due reminder, locked; those that another transaction holds are skipped. */
export const loansToRemind = loans.select(
  'loan.toRemind',
  `where state = 'active' and remind_at is not null and remind_at <= $1
    order by remind_at, id limit $2 for no key update skip locked`,
  [timestamptz, int8],
);

/** The next reminder of each loan; null for none. */
export const setReminders = defineStatement({
  name: 'loan.setReminders',
  text: `update loans l set remind_at = n.at from unnest($1::bigint[], $2::timestamptz[]) as n(id, at) where l.id = n.id`,
  params: [arrayOf(int8), arrayOf(nullable(timestamptz))],
});

const loanRepayments = defineTable('loan_repayments', {
  id: int8,
  loanId: int8,
  amount,
  interest: amount,
  principal: amount,
  isCollected: bool,
  countedAt: timestamptz,
  createdAt: timestamptz,
});

/** A trigger counts it in the loan; it refuses another split than that of the formulas. */
export const insertRepayment = loanRepayments
  .pick('id')
  .insertReturning('loan.insertRepayment', [
    'loanId',
    'amount',
    'interest',
    'principal',
    'isCollected',
    'countedAt',
    'createdAt',
  ]);

/** Newest first. */
export const repaymentsOf = loanRepayments
  .omit('loanId', 'countedAt')
  .select('loan.repaymentsOf', 'where loan_id = $1 order by id desc', [int8]);

export type StoredRepayment = RowOf<typeof repaymentsOf>;

/** Of every product with orders: holders owe something. */
export const { holders, count } = orderCounts('loan', {
  table: 'loans',
  isRunning: "state in ('active', 'overdue')",
});

/** Newest first. */
export const loansTo = loans
  .pick('id', 'memberId', 'asset', 'offered', 'state', 'dueAt', 'createdAt')
  .select('loan.allTo', 'where product_id = $1 order by id desc limit $2 offset $3', [
    int8,
    int8,
    int8,
  ]);
