/** Whether this deployment plays with paper money or moves real money, as the database itself knows it. */
import { text } from '../../platform/database/columns.ts';
import type { Database } from '../../platform/database/database.ts';
import { defineStatement } from '../../platform/database/query.ts';

const keep = defineStatement({
  name: 'kernel.keepDeploymentMode',
  text: 'update deployment_mode set mode = $1 where mode <> $1',
  params: [text],
});

/** Only the owner of the database may say it, at each start: the program's own role could grant paper money otherwise (ADR 9). */
export async function keepDeploymentMode(owner: Database, mode: 'paper' | 'live'): Promise<void> {
  await owner.transaction((tx) => tx.run(keep, [mode]));
}
