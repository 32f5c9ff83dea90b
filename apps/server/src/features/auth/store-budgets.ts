/** SQL of the budgets for codes. */
import { arrayOf, text, timestamptz } from '../../platform/database/columns.ts';
import { defineQuery, defineStatement } from '../../platform/database/query.ts';

/** Adds a sending at `$2` and gives all of the budget, the new one last; older than `$3` are forgotten. */
export const addSending = defineQuery({
  name: 'auth.addSending',
  text: `insert into auth_code_budgets (subject, sent_at, updated_at)
    values ($1, array[$2::timestamptz], $2)
    on conflict (subject) do update set updated_at = excluded.updated_at, sent_at = array(
        select t from unnest(auth_code_budgets.sent_at) as s(t) where t > $3 order by t
      ) || $2::timestamptz
    returning sent_at`,
  params: [text, timestamptz, timestamptz],
  row: { sentAt: arrayOf(timestamptz) },
});

export const pruneBudgets = defineStatement({
  name: 'auth.pruneBudgets',
  text: 'delete from auth_code_budgets where updated_at < $1',
  params: [timestamptz],
});
