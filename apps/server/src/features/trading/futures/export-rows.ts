/** What timed contracts hold about a member. */
import { heldRows } from '../../../kernel/account-data/held-rows.ts';

export const futuresRows = [
  heldRows({
    name: 'contracts',
    tables: ['futures_contracts'],
    from: 'from futures_contracts t where t.member_id = $1',
    key: { accepted_at: 'timestamptz', id: 'bigint' },
    omits: ['terms_hash'],
  }),
  heldRows({
    name: 'contract-limits',
    tables: ['futures_limits'],
    from: 'from futures_limits t where t.member_id = $1',
    key: { member_id: 'bigint' },
  }),
  heldRows({
    name: 'contractStops',
    tables: ['futures_stops'],
    from: 'from futures_stops t where t.member_id = $1',
    key: { alarm_id: 'bigint' },
    omits: [],
  }),
];
