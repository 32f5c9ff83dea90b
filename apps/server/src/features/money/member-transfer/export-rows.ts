/** What transfers between members hold about a member. */
import { heldRows } from '../../../kernel/account-data/held-rows.ts';

export const memberTransferRows = [
  heldRows({
    name: 'member-transfers',
    tables: ['member_transfers'],
    from: 'from member_transfers t where $1 in (t.sender_id, t.receiver_id)',
    key: { id: 'bigint' },
  }),
  heldRows({
    name: 'member-transfer-searches',
    tables: ['member_transfer_searches'],
    from: 'from member_transfer_searches t where t.member_id = $1',
    key: { member_id: 'bigint' },
  }),
];
