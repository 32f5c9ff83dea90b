/** A database without a server, on which the bench settles contracts itself: in batches as the scheduler does, or one by one. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Price, decimal } from '@tern/money';
import { settleDue } from '../../../apps/server/src/features/trading/futures/settlement/settle-due.ts';
import {
  type DueWork,
  sweepDue,
} from '../../../apps/server/src/features/trading/futures/settlement/sweep-due.ts';
import { notifyDue } from '../../../apps/server/src/features/trading/futures/settlement/notify-ended.ts';
import { tickHistory } from '../../../apps/server/src/features/market/pricing/store-ticks.ts';
import { insertTicks } from '../../../apps/server/src/features/market/pricing/store.ts';
import { loadAssets } from '../../../apps/server/src/kernel/catalog/assets.ts';
import { loadInstruments } from '../../../apps/server/src/kernel/catalog/instruments.ts';
import type { Database } from '../../../apps/server/src/platform/database/database.ts';
import {
  type Embedded,
  startEmbedded,
} from '../../../apps/server/src/platform/database/embedded.ts';
import {
  APP_ROLE,
  OWNER_ROLE,
} from '../../../apps/server/src/platform/database/embedded/provision.ts';
import { migrate } from '../../../apps/server/src/platform/database/migrate.ts';
import { openDatabase } from '../../../apps/server/src/platform/database/open-database.ts';
import { whenInterrupted } from '../interrupted.ts';
import { SystemCluster } from '../system-postgres.ts';

// Relative to the bundle in node_modules/.cache/tern-bench.
const MIGRATIONS = fileURLToPath(new URL('../../../apps/server/migrations', import.meta.url));

export interface OwnDatabase {
  readonly database: Database;
  /** As its owner, to write facts that the server may not write. */
  readonly owner: Database;
  /** A tick of every market now, each slightly above the previous one. */
  tick(): Promise<void>;
  /** Settles and announces everything due, and returns the number per second. */
  settle(way: { workers: number; batch: number }): Promise<number>;
  stop(): Promise<void>;
}

/** On the embedded PostgreSQL, or on the one with its programs in `native`. */
export async function openOwnDatabase(native?: string): Promise<OwnDatabase> {
  const cluster = await (native === undefined ? embeddedCluster() : systemCluster(native));
  await migrate({ owner: cluster.owner, folder: MIGRATIONS });
  const database = await openDatabase({ connection: cluster.app, poolSize: 8 });
  const owner = await openDatabase({ connection: cluster.owner, poolSize: 1 });
  const instruments = await loadInstruments(database);
  const clock = { now: () => Date.now() };
  const ticks = {
    ...tickHistory,
    isLive: () => false,
    sourcesOf: () => undefined,
    closeUpTo: () => Promise.resolve(() => Number.POSITIVE_INFINITY),
    accompany: () => Promise.reject(new Error('the benchmark settles contracts alone')),
  };
  const allFinal = { finalUpTo: () => Number.POSITIVE_INFINITY, onUndecided: () => undefined };
  const deps = { database, instruments, assets: await loadAssets(database), ticks, clock };
  let seq = 0;
  return {
    database,
    owner,
    async tick() {
      seq += 1;
      const at = clock.now();
      const rows = instruments.all.map(({ id }) => ({
        instrumentId: id,
        seq,
        at,
        price: decimal<Price>(String(1_000 + seq)),
        quantity: decimal('0'),
        takerSide: 'buy' as const,
        source: 'bench',
        rule: 1,
        hash: new Uint8Array(32),
        backfilledAt: null,
      }));
      await database.transaction((tx) => insertTicks(tx, rows));
    },
    async settle({ workers, batch }) {
      const start = performance.now();
      const sweep = async (dueWork: DueWork) => {
        const runBatch = sweepDue({ ...deps, ...allFinal }, clock.now(), dueWork);
        let all = 0;
        const work = async () => {
          for (let isFull = true; isFull; ) {
            const { count, stuck } = await runBatch(batch);
            if (stuck[0] !== undefined) throw stuck[0].error;
            all += count;
            isFull = count === batch;
          }
        };
        await Promise.all(Array.from({ length: workers }, work));
        return all;
      };
      const settled = await sweep(settleDue);
      await sweep(notifyDue);
      return settled / ((performance.now() - start) / 1_000);
    },
    async stop() {
      await Promise.all([database.close(), owner.close()]);
      await cluster.stop();
    },
  };
}

type Cluster = Pick<Embedded, 'owner' | 'app' | 'stop'>;

async function embeddedCluster(): Promise<Cluster> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tern-bench-contracts-'));
  const { owner, app, stop: stopServer } = await startEmbedded({ dataDir });
  const stop = async () => {
    ended();
    await stopServer();
    rmSync(dataDir, { recursive: true, force: true });
  };
  const ended = whenInterrupted(stop);
  return { owner, app, stop };
}

async function systemCluster(native: string): Promise<Cluster> {
  const cluster = await SystemCluster.create(native);
  return {
    owner: cluster.login(OWNER_ROLE),
    app: cluster.login(APP_ROLE),
    stop: () => cluster.stop(),
  };
}
