/** What API keys hold about a member, and what they remove with an account. */
import { heldRows } from '../../../kernel/account-data/held-rows.ts';
import { int8 } from '../../../platform/database/columns.ts';
import { defineQuery } from '../../../platform/database/query.ts';

export const keyRows = [
  heldRows({
    name: 'api-keys',
    tables: ['api_keys'],
    from: 'from api_keys t where t.member_id = $1',
    key: { id: 'bigint' },
    omits: ['sealed_secret', 'password_mark'],
  }),
];

export const deleteKeys = defineQuery({
  name: 'keys.deleteAllOfMember',
  text: 'delete from api_keys where member_id = $1 returning id',
  params: [int8],
  row: { id: int8 },
});
