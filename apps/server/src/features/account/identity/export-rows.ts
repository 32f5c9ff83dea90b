/** What identity holds about a member. */
import { heldRows, withMessage } from '../../../kernel/account-data/held-rows.ts';

export const identityRows = [
  heldRows({
    name: 'identity-documents',
    tables: ['identity_documents'],
    from: 'from identity_documents t where t.member_id = $1',
    key: { id: 'bigint' },
    shows: (row) =>
      withMessage(row, 'reason', row['held_until'] === null ? 'reject.identity' : 'hold'),
  }),
  heldRows({
    name: 'identity-images',
    tables: ['identity_images'],
    from: `from (
      select i.*, d.member_id from identity_documents d join identity_images i on i.document_id = d.id
    ) t where t.member_id = $1`,
    key: { document_id: 'bigint', side: 'text' },
    omits: ['member_id', 'difference_hash'],
  }),
];
