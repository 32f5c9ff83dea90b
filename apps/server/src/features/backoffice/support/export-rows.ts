/** What support holds about a member: conversations, messages, images. */
import { heldRows } from '../../../kernel/account-data/held-rows.ts';
import { int8, text } from '../../../platform/database/columns.ts';
import { defineQuery } from '../../../platform/database/query.ts';

export const supportRows = [
  heldRows({
    name: 'conversations',
    tables: ['service_conversations'],
    from: 'from service_conversations t where t.member_id = $1',
    key: { id: 'bigint' },
    omits: ['visitor_hash', 'operator_id'],
  }),
  heldRows({
    name: 'messages',
    tables: ['service_messages'],
    from: `from (
      select m.*, c.member_id from service_conversations c join service_messages m on m.conversation_id = c.id
    ) t where t.member_id = $1`,
    key: { conversation_id: 'bigint', seq: 'int' },
    omits: ['member_id', 'operator_id', 'client_id'],
  }),
  heldRows({
    name: 'conversation-images',
    tables: ['service_images'],
    from: `from (
      select i.*, c.member_id from service_conversations c join service_images i on i.conversation_id = c.id
    ) t where t.member_id = $1`,
    key: { id: 'bigint' },
    omits: ['member_id', 'operator_id', 'name'],
  }),
];

/** With their names in the file store. */
export const imagesOfMember = defineQuery({
  name: 'support.imagesOfMember',
  text: `select i.id, i.name from service_conversations c join service_images i on i.conversation_id = c.id
    where c.member_id = $1 order by i.id`,
  params: [int8],
  row: { id: int8, name: text },
});
