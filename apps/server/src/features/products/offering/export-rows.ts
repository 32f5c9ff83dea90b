/** What new coins hold about a member. */
import { heldRows } from '../../../kernel/account-data/held-rows.ts';

export const offeringRows = [
  heldRows({
    name: 'new-coin-subscriptions',
    tables: ['offering_subscriptions'],
    from: 'from offering_subscriptions t where t.member_id = $1',
    key: { id: 'bigint' },
  }),
];
