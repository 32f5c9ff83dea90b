/** Members with money and keys in the server's database, and a load generator that knows them. */
import { loadInstruments } from '../../../apps/server/src/kernel/catalog/instruments.ts';
import { openDatabase } from '../../../apps/server/src/platform/database/open-database.ts';
import type { ServerProcess } from '../server-process.ts';
import type { RunOptions } from '../workload.ts';
import { giveKeys } from './api-keys.ts';
import type { Helper } from './child-process.ts';
import { fundMembers } from './fund-members.ts';

const MEMBERS = 1_000;
/** Most markets of a run. */
export const MARKETS = 20;

export async function prepareLoad(
  server: ServerProcess,
  load: Helper,
  { seed, log }: Pick<RunOptions, 'seed' | 'log'>,
): Promise<void> {
  const owner = await openDatabase({ connection: server.connection('owner'), poolSize: 1 });
  const { all } = await loadInstruments(owner);
  const assets = new Set(all.slice(0, MARKETS).flatMap(({ base, quote }) => [base, quote]));
  const funded = await fundMembers(owner, MEMBERS, [...assets]);
  const members = await giveKeys(owner, funded, server.secretKey());
  await owner.close();
  log(`${MEMBERS} members hold ${assets.size} assets`);
  await load.ask({ kind: 'setup', seed, members });
}
