/** Applies a setting in a test, as a decision of operators does. */
import { putSetting } from '../../src/kernel/settings/settings.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { agreeVersion } from './operator-decisions.ts';

type Value = Parameters<typeof putSetting>[1]['value'];

/** The program reads it at its next refresh. */
export async function changeSetting(database: Database, key: string, value: Value): Promise<void> {
  await database.transaction(async (tx) => {
    await agreeVersion(tx, { key, value, kind: 'setting' });
    await putSetting(tx, { key, value }, Date.now());
  });
}
