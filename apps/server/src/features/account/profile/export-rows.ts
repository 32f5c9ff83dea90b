/** What the member arranged in the app. */
import { heldRows } from '../../../kernel/account-data/held-rows.ts';

export const profileRows = [
  heldRows({
    name: 'preferences',
    tables: ['member_preferences'],
    from: 'from member_preferences t where t.member_id = $1',
    key: { member_id: 'bigint' },
    omits: ['member_id'],
  }),
];
