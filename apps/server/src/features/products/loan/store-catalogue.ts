/** The SQL that the catalogue needs of loans: terms in force, loans and borrowers. */
import { orderCounts } from '../../../kernel/products/product-table.ts';
import { int8 } from '../../../platform/database/columns.ts';
import { loans } from './store.ts';

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
