/** Applies a setting in a test, as a decision of operators does. */
import { putSetting } from '../../src/kernel/settings/settings.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { defineStatement } from '../../src/platform/database/query.ts';
import { agreeVersion } from './operator-decisions.ts';

type Value = Parameters<typeof putSetting>[1]['value'];

/** The server reads it at its next refresh. */
export async function changeSetting(database: Database, key: string, value: Value): Promise<void> {
  await database.transaction(async (tx) => {
    await agreeVersion(tx, { key, value, kind: 'setting' });
    await putSetting(tx, { key, value }, Date.now());
  });
}

const sealLater = defineStatement({
  name: 'test.actsSealedFromHere',
  text: 'update audit_log_sealed_from set entry_id = (select coalesce(max(id), 0) from audit_log)',
  params: [],
});

/** For an instance that is audited: a decision from before acts were sealed, as only the owner of the database can write it. */
export async function changeSettingEarlier(
  owner: Database,
  key: string,
  value: Value,
): Promise<void> {
  await changeSetting(owner, key, value);
  await owner.transaction((tx) => tx.run(sealLater, []));
}
