/** The mode of this deployment, paper or live, as stored in the database. */
import { text } from '../../platform/database/columns.ts';
import type { Database } from '../../platform/database/database.ts';
import { defineStatement } from '../../platform/database/query.ts';

const storeMode = defineStatement({
  name: 'kernel.keepDeploymentMode',
  text: 'update deployment_mode set mode = $1 where mode <> $1',
  params: [text],
});

/** At each start, by the owner of the database only: the program's role could otherwise grant itself paper money (ADR 9). */
export async function storeDeploymentMode(owner: Database, mode: 'paper' | 'live'): Promise<void> {
  await owner.transaction((tx) => tx.run(storeMode, [mode]));
}
