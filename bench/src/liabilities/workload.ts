/** W9: one snapshot of everything that is owed to 100,000 and 1,000,000 members: time, memory, and what other work feels. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { int8 } from '../../../apps/server/src/platform/database/columns.ts';
import { startEmbedded } from '../../../apps/server/src/platform/database/embedded.ts';
import { migrate } from '../../../apps/server/src/platform/database/migrate.ts';
import { openDatabase } from '../../../apps/server/src/platform/database/open-database.ts';
import { defineQuery, defineStatement } from '../../../apps/server/src/platform/database/query.ts';
import { compare } from '../compare.ts';
import { whenInterrupted } from '../interrupted.ts';
import { Helper } from '../orders/child-process.ts';
import type { RunOptions, Workload } from '../workload.ts';
import type { BuildReport } from './build-process.ts';
import { measureMeanwhile } from './meanwhile.ts';

// Relative to the bundle in node_modules/.cache/tern-bench.
const MIGRATIONS = fileURLToPath(new URL('../../../apps/server/migrations', import.meta.url));
const MEMBERS = '100000,1000000';
const BESIDE_MEMBERS = 100_000;

/** Balances without a journal: only the snapshot reads them here. Seven of ten members have two coins. */
const insertBalances = defineStatement({
  name: 'bench.insertBalances',
  text: `insert into ledger_balances (owner_id, asset, available)
    select m, a.asset, (m % 9973 + 1) * 1.00000001 from generate_series(1, $1::bigint) m
    cross join (values ('BTC'), ('USDT')) a(asset) where a.asset = 'USDT' or m % 10 < 7`,
  params: [int8],
});

const publishedQuery = defineQuery({
  name: 'bench.publishedLeaves',
  text: `select coalesce(sum(t.leaves), 0)::bigint as leaves from liabilities_trees t
    join liabilities_snapshots s using (snapshot) where s.published_at is not null`,
  params: [],
  row: { leaves: int8 },
});

export const liabilities: Workload = {
  name: 'liabilities',
  title: 'A snapshot of liabilities, from balances to the published tree (W9)',
  async run({ rounds, log }) {
    const sizes = (process.env.TERN_BENCH_MEMBERS ?? MEMBERS).split(',').map(Number);
    const comparison = await compare({
      title: 'one snapshot on a fresh database, in a process of its own',
      contenders: sizes.map((members) => ({
        name: `${members} members`,
        measure: () => measure(members, log),
      })),
      rounds,
      log,
    });
    const beside = await compare({
      title: `one snapshot of ${BESIDE_MEMBERS} members, built by the server while it answers 60 calls a second`,
      contenders: [
        {
          name: `${BESIDE_MEMBERS} members`,
          measure: () => measureMeanwhile(BESIDE_MEMBERS, log),
        },
      ],
      rounds,
      log,
    });
    return { comparisons: [comparison, beside], facts: {} };
  },
};

async function measure(members: number, log: RunOptions['log']) {
  const dataDir = mkdtempSync(join(tmpdir(), 'tern-bench-liabilities-'));
  const cluster = await startEmbedded({ dataDir });
  const stop = async () => {
    ended();
    await cluster.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  const ended = whenInterrupted(stop);
  const helper = new Helper('liabilities-build');
  try {
    await migrate({ owner: cluster.owner, folder: MIGRATIONS });
    const owner = await openDatabase({ connection: cluster.owner, poolSize: 1 });
    await owner.transaction((tx) => tx.run(insertBalances, [members]));
    log(`${members} members have balances`);
    const report = await helper.ask<BuildReport>(cluster.app);
    const { leaves } = await owner.one(publishedQuery, []);
    await owner.close();
    if (leaves < members) throw new Error(`${leaves} leaves for ${members} members`);
    return {
      'published s': report.seconds,
      'instance CPU s': report.cpuSeconds,
      'idle MB': report.idleMb,
      'peak MB': report.peakMb,
      'loop delay p99 ms': report.delayP99Ms,
      'loop delay max ms': report.delayMaxMs,
    };
  } finally {
    helper.stop();
    await stop();
  }
}
