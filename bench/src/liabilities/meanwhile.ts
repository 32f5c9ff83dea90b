/** What other members feel while the server builds a snapshot of liabilities. */
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { insertRequest } from '../../../apps/server/src/features/proof/liabilities/store.ts';
import type { Database } from '../../../apps/server/src/platform/database/database.ts';
import {
  int4,
  int8,
  nullable,
  timestamptz,
} from '../../../apps/server/src/platform/database/columns.ts';
import { openDatabase } from '../../../apps/server/src/platform/database/open-database.ts';
import { defineQuery } from '../../../apps/server/src/platform/database/query.ts';
import type { Sample } from '../compare.ts';
import { feelApi, quantiles } from '../contracts/watch-burst.ts';
import { fundMembers } from '../orders/fund-members.ts';
import { ServerProcess } from '../server-process.ts';
import type { RunOptions } from '../workload.ts';

const CALLERS = 40;
/** The records of the grants are counted and sealed meanwhile. */
const SETTLE_MS = 40_000;
const QUIET_MS = 20_000;
const POLL_MS = 50;

const newest = defineQuery({
  name: 'bench.newestSnapshot',
  text: `select (builder is not null)::int4 as is_begun, published_at from liabilities_snapshots order by snapshot desc limit 1`,
  params: [],
  row: { isBegun: int4, publishedAt: nullable(timestamptz) },
});

const newestLeaves = defineQuery({
  name: 'bench.newestLeaves',
  text: `select coalesce(sum(leaves), 0)::bigint as leaves from liabilities_trees
    where snapshot = (select max(snapshot) from liabilities_snapshots)`,
  params: [],
  row: { leaves: int8 },
});

/** Seconds until the snapshot is published, and the latency of calls before it and during it. */
export async function measureMeanwhile(count: number, log: RunOptions['log']): Promise<Sample> {
  const server = await ServerProcess.start();
  try {
    const owner = await openDatabase({ connection: server.connection('owner'), poolSize: 1 });
    const members = await fundMembers(owner, count, ['USDT', 'BTC']);
    log(`${count} members have money`);
    // The snapshot of the day is asked for by the server itself.
    await until(owner, ({ publishedAt }) => publishedAt !== null);
    await sleep(SETTLE_MS);
    const callers = members.slice(0, CALLERS);
    const stopQuiet = await feelApi(server.port, callers);
    await sleep(QUIET_MS);
    const quiet = quantiles((await stopQuiet()).latencies);
    const request = { askedAt: Date.now(), nonce: randomBytes(32), askedBy: null };
    if (!(await owner.transaction((tx) => insertRequest(tx, request)))) {
      throw new Error('another snapshot is being built');
    }
    await until(owner, ({ isBegun }) => isBegun === 1);
    const begun = performance.now();
    const cpu = server.cpuSeconds();
    const stopBusy = await feelApi(server.port, callers);
    await until(owner, ({ publishedAt }) => publishedAt !== null);
    const seconds = (performance.now() - begun) / 1_000;
    const after = server.cpuSeconds();
    const busy = quantiles((await stopBusy()).latencies);
    const { leaves } = await owner.one(newestLeaves, []);
    await owner.close();
    log(`${leaves} leaves`);
    if (leaves < 2 * count) throw new Error(`${leaves} leaves for ${count} members with two coins`);
    return {
      'published s': seconds,
      'server CPU s': after.server - cpu.server,
      'database CPU s': after.database - cpu.database,
      'API p50 ms before': quiet.p50,
      'API p99 ms before': quiet.p99,
      'API p50 ms meanwhile': busy.p50,
      'API p99 ms meanwhile': busy.p99,
      'API max ms meanwhile': busy.max,
    };
  } finally {
    await server.stop();
  }
}

async function until(
  database: Database,
  isReached: (row: { isBegun: number; publishedAt: number | null }) => boolean,
): Promise<void> {
  for (;;) {
    const row = await database.maybe(newest, []);
    if (row !== undefined && isReached(row)) return;
    await sleep(POLL_MS);
  }
}
