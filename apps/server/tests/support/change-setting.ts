/** Puts a setting in force for a test, as an operator's decision will. */
import { jsonb, text } from '../../src/platform/database/columns.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { defineStatement } from '../../src/platform/database/query.ts';

const upsert = defineStatement({
  name: 'test.changeSetting',
  text: `insert into settings (key, value) values ($1, $2)
    on conflict (key) do update set value = excluded.value`,
  params: [text, jsonb()],
});

/** As the owner of the tables; the program reads it with its next refresh. */
export async function changeSetting(owner: Database, key: string, value: unknown): Promise<void> {
  await owner.transaction((tx) => tx.run(upsert, [key, value]));
}
