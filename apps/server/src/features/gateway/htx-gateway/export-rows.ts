/** What the gateway of programs holds about a member. */
import { heldRows } from '../../../kernel/account-data/held-rows.ts';

export const gatewayRows = [
  heldRows({
    name: 'cancel-timer',
    tables: ['api_cancel_timers'],
    from: 'from api_cancel_timers t where t.member_id = $1',
    key: { member_id: 'bigint' },
  }),
];
