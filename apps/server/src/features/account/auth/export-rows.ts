/** What authentication holds about a member, and what it removes with an account. */
import { heldRows } from '../../../kernel/account-data/held-rows.ts';
import { int8 } from '../../../platform/database/columns.ts';
import { defineStatement } from '../../../platform/database/query.ts';

export const authRows = [
  heldRows({
    name: 'session',
    tables: ['auth_sessions'],
    from: 'from auth_sessions t where t.member_id = $1',
    key: { id: 'bigint' },
    omits: ['token_hash'],
  }),
  heldRows({
    name: 'security-alerts',
    tables: ['auth_alerts'],
    from: 'from auth_alerts t where t.member_id = $1',
    key: { created_at: 'timestamptz', token_hash: 'text' },
    omits: ['token_hash'],
  }),
  heldRows({
    name: 'paper-funds',
    tables: ['paper_grants'],
    from: 'from paper_grants t where t.member_id = $1',
    key: { asset: 'text' },
  }),
];

/** Their links would freeze an account that is closed. */
export const deleteAlerts = defineStatement({
  name: 'auth.deleteAlertsOfMember',
  text: 'delete from auth_alerts where member_id = $1',
  params: [int8],
});
