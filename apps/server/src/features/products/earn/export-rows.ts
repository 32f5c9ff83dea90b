/** What fixed terms hold about a member. */
import { heldRows } from '../../../kernel/account-data/held-rows.ts';

export const fixedTermRows = [
  heldRows({
    name: 'fixed-terms',
    tables: ['fixed_term_orders'],
    from: 'from fixed_term_orders t where t.member_id = $1',
    key: { id: 'bigint' },
  }),
  heldRows({
    name: 'fixed-term-yields',
    tables: ['fixed_term_payouts'],
    from: `from (
      select p.*, o.member_id from fixed_term_orders o join fixed_term_payouts p on p.order_id = o.id
    ) t where t.member_id = $1`,
    key: { order_id: 'bigint', day: 'int' },
    omits: ['member_id'],
  }),
];
