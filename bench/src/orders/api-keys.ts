/** API keys of the bench's members, inserted into the server's database and encrypted with its key. */
import { randomBytes } from 'node:crypto';
import {
  passwordMark,
  secretBoxContext,
} from '../../../apps/server/src/features/gateway/keys/authorization.ts';
import { arrayOf, bytea, int8, text } from '../../../apps/server/src/platform/database/columns.ts';
import type { Database } from '../../../apps/server/src/platform/database/database.ts';
import { defineStatement } from '../../../apps/server/src/platform/database/query.ts';
import { createSecretBox } from '../../../apps/server/src/platform/secret-box.ts';
import { PASSWORD_HASH } from './fund-members.ts';
import type { LoadMember } from './load-job.ts';

const insertKeys = defineStatement({
  name: 'bench.insertKeys',
  text: `insert into api_keys (member_id, name, access_key, sealed_secret, can_trade, addresses, password_mark, created_at)
    select k.member_id, 'bench', k.access_key, k.sealed_secret, true, '{}', k.mark, now()
    from unnest($1::bigint[], $2::text[], $3::bytea[], $4::text[]) as k(member_id, access_key, sealed_secret, mark)`,
  params: [arrayOf(int8), arrayOf(text), arrayOf(bytea), arrayOf(text)],
});

const HALF_BYTES = 13;

/** The same members, each with a key that may trade. `secretKey`: the deployment's. */
export async function giveKeys(
  database: Database,
  members: readonly LoadMember[],
  secretKey: Uint8Array,
): Promise<LoadMember[]> {
  const box = createSecretBox(secretKey);
  const keyed = members.map((member) => ({
    ...member,
    apiKey: {
      access: randomBytes(HALF_BYTES).toString('hex'),
      secret: randomBytes(20).toString('hex'),
    },
  }));
  await database.transaction((tx) =>
    tx.run(insertKeys, [
      keyed.map(({ id }) => id),
      keyed.map(({ apiKey }) => apiKey.access),
      keyed.map(({ apiKey }) => box.seal(apiKey.secret, secretBoxContext(apiKey.access))),
      keyed.map(({ id }) => passwordMark({ id, passwordHash: PASSWORD_HASH })),
    ]),
  );
  return keyed;
}
