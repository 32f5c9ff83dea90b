/** What recurring buys hold about a member: plans, due times, and their coins. */
import { heldRows } from '../../../kernel/account-data/held-rows.ts';

export const recurringRows = [
  heldRows({
    name: 'recurring-plans',
    tables: ['recurring_plans'],
    from: `from (
      select p.*, array(select instrument_symbol(m) from unnest(p.markets) with ordinality as m(m, at) order by at) as symbols
      from recurring_plans p
    ) t where t.member_id = $1`,
    key: { id: 'bigint' },
    omits: ['markets'],
  }),
  heldRows({
    name: 'recurring-buys',
    tables: ['recurring_buys'],
    from: 'from recurring_buys t where t.member_id = $1',
    key: { id: 'bigint' },
    omits: ['try_at'],
  }),
  heldRows({
    name: 'recurring-buy-coins',
    tables: ['recurring_buy_coins'],
    from: `from (
      select c.*, b.member_id, instrument_symbol(c.instrument_id) as symbol
      from recurring_buy_coins c join recurring_buys b on b.id = c.buy_id
    ) t where t.member_id = $1`,
    key: { buy_id: 'bigint', place: 'int' },
    omits: ['instrument_id'],
  }),
];
