/** The SQL that the catalogue needs of loans: terms in force, loans and borrowers. */
import {
  amount,
  int4,
  int8,
  nullable,
  rate,
  text,
  timestamptz,
} from '../../platform/database/columns.ts';
import { defineQuery, defineStatement } from '../../platform/database/query.ts';

/** The trigger of the table compares the row with the version in force. */
export const putProduct = defineStatement({
  name: 'loan.put',
  text: `insert into loan_products as p (id, version, state, name, asset, amount_min, amount_max, daily_rate, free_days, term_days,
      created_at, updated_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11)
    on conflict (id) do update set version = excluded.version, state = excluded.state, name = excluded.name, asset = excluded.asset,
      amount_min = excluded.amount_min, amount_max = excluded.amount_max, daily_rate = excluded.daily_rate,
      free_days = excluded.free_days, term_days = excluded.term_days, updated_at = excluded.updated_at`,
  params: [int8, int4, text, text, text, amount, amount, rate, int4, int4, timestamptz],
});

/** Of every product with applications; holders owe something. */
export const productHolders = defineQuery({
  name: 'loan.holders',
  text: `select product_id, count(*)::int as orders,
      (count(distinct member_id) filter (where state in ('active', 'overdue')))::int as holders
    from loans group by product_id`,
  params: [],
  row: { productId: int8, orders: int4, holders: int4 },
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

export const countLoansTo = defineQuery({
  name: 'loan.countTo',
  text: 'select count(*)::int as total from loans where product_id = $1',
  params: [int8],
  row: { total: int4 },
});
