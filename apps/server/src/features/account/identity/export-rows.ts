/** What identity holds about a member. */
import { heldRows, withMessage } from '../../../kernel/account-data/held-rows.ts';
import type { SecretBox } from '../../../platform/secret-box.ts';
import { openSealed } from './store-details.ts';

export const identityRows = (box: SecretBox) => [
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
  heldRows({
    name: 'identity-details',
    tables: ['identity_details', 'identity_reminders'],
    from: `from (
      select t.*, d.member_id,
        (select string_agg(r.stage, ', ' order by r.stage) from identity_reminders r where r.document_id = t.document_id) as reminders
      from identity_documents d join identity_details t on t.document_id = d.id
    ) t where t.member_id = $1`,
    key: { document_id: 'bigint' },
    shows: ({ sealed, member_id, ...row }) => ({
      ...row,
      // As PostgreSQL prints bytes: \\x and hexadecimal digits.
      ...openSealed(box, Buffer.from(sealed!.slice(2), 'hex'), Number(member_id)),
    }),
  }),
];
