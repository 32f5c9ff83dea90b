/** The fingerprint of the key that the secrets in this database are sealed with. */
import { text } from '../../platform/database/columns.ts';
import type { Database, Reader } from '../../platform/database/database.ts';
import { defineQuery, defineStatement } from '../../platform/database/query.ts';

const fingerprints = defineQuery({
  name: 'kernel.findDeploymentKey',
  text: 'select fingerprint from deployment_key',
  params: [],
  row: { fingerprint: text },
});

const insertFingerprint = defineStatement({
  name: 'kernel.insertDeploymentKey',
  text: 'insert into deployment_key (fingerprint) values ($1) on conflict do nothing',
  params: [text],
});

/** Undefined before the first start. */
export async function findFingerprint(reader: Reader): Promise<string | undefined> {
  return (await reader.maybe(fingerprints, []))?.fingerprint;
}

/** Returns the stored one, which is another instance's if that was faster. */
export function storeFingerprint(database: Database, fingerprint: string): Promise<string> {
  return database.transaction(async (tx) => {
    await tx.run(insertFingerprint, [fingerprint]);
    return (await tx.one(fingerprints, [])).fingerprint;
  });
}
