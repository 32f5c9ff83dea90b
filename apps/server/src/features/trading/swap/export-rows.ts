/** What swaps hold about a member. */
import { heldRows } from '../../../kernel/account-data/held-rows.ts';

export const swapRows = [
  heldRows({
    name: 'swaps',
    tables: ['swaps'],
    from: 'from swaps t where t.member_id = $1',
    key: { id: 'bigint' },
  }),
  heldRows({
    name: 'small-conversions',
    tables: ['small_conversions'],
    from: 'from small_conversions t where t.member_id = $1',
    key: { day: 'date' },
  }),
];
