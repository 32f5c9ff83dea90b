/** What price alerts hold about a member. */
import { heldRows } from '../../../kernel/account-data/held-rows.ts';

export const priceAlertRows = [
  heldRows({
    name: 'price-alerts',
    tables: ['price_alerts'],
    from: 'from price_alerts t where t.member_id = $1',
    key: { id: 'bigint' },
  }),
];
