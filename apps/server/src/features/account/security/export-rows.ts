/** What account security holds about a member. */
import { heldRows, withMessage } from '../../../kernel/account-data/held-rows.ts';

export const securityRows = [
  heldRows({
    name: 'unfreeze-requests',
    tables: ['unfreeze_requests'],
    from: 'from unfreeze_requests t where t.member_id = $1',
    key: { id: 'bigint' },
    shows: (row) => withMessage(row, 'reason', 'reject.unfreeze'),
  }),
];
