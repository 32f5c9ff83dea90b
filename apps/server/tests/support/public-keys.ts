/** The public signing keys in the database. */
import { text } from '../../src/platform/database/columns.ts';
import { defineQuery } from '../../src/platform/database/query.ts';

export const publicKeysQuery = defineQuery({
  name: 'test.publicKeys',
  text: `select encode(public_key, 'hex') as public_key from transparency_keys order by id`,
  params: [],
  row: { publicKey: text },
});
