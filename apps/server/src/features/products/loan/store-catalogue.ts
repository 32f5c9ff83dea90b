/** The SQL that the catalogue needs of loans: terms in force, loans and borrowers. */
import { orderCounts } from '../../../kernel/products/product-table.ts';
import { amount, int8, nullable, text, timestamptz } from '../../../platform/database/columns.ts';
import { defineQuery } from '../../../platform/database/query.ts';

/** Of every product with orders: holders owe something. */
export const { holders, count } = orderCounts('loan', {
  table: 'loans',
  isRunning: "state in ('active', 'overdue')",
});

/** Newest first. */
export const loansTo = defineQuery({
  name: 'loan.allTo',
  text: `select id, member_id, asset, offered, state, due_at, created_at from loans
    where product_id = $1 order by id desc limit $2 offset $3`,
  params: [int8, int8, int8],
  row: {
    id: int8,
    memberId: int8,
    asset: text,
    offered: amount,
    state: text,
    dueAt: nullable(timestamptz),
    createdAt: timestamptz,
  },
});
