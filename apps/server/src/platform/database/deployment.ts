/** The name of a deployment: the same for all instances on one database, another for any other database. */
import { createHash } from 'node:crypto';
import { text } from './columns.ts';
import type { Reader } from './database.ts';
import { defineQuery } from './query.ts';

const identity = defineQuery({
  name: 'platform.deployment',
  text: `select system_identifier || '/' || current_database() as name from pg_control_system()`,
  params: [],
  row: { name: text },
});

/** A few letters and digits; a standby that becomes the primary keeps it, and so does a restored copy. */
export async function deploymentOf(reader: Reader): Promise<string> {
  const { name } = await reader.one(identity, []);
  return createHash('sha256').update(name).digest('hex').slice(0, 12);
}
