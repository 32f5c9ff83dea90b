/** A primary and a synchronous standby, both real, for tests of a failover. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type ReplicatedServer,
  runAsAdmin,
  startPrimary,
  urlsOf,
} from '../../src/platform/database/embedded/replicated-server.ts';
import { isAlive, signalProcess } from '../../src/platform/database/embedded/processes.ts';
import { promote, startStandby, waitFor } from '../../src/platform/database/embedded/standby.ts';
import { copyFirstStart } from './first-start.ts';
import { freePort } from './free-port.ts';
import { until } from './pass-time.ts';

export interface ServerPair {
  /** DATABASE_URL and DATABASE_OWNER_URL; the standby of the beginning is named first. */
  readonly url: string;
  readonly ownerUrl: string;
  /** DATABASE_READ_URL: the standby of the beginning. */
  readonly readUrl: string;
  primary(): ReplicatedServer;
  standby(): ReplicatedServer;
  /** Promotes the standby; the other server is the old primary from now on. */
  promote(): Promise<void>;
  /** Replaces the old primary, alive or not, by a standby that the new one waits for. */
  rejoin(): Promise<void>;
  /** Stops both and removes their folders. */
  remove(): Promise<void>;
}

interface PairOptions {
  /** Not durable against a power cut, which the shipped server refuses. */
  readonly fast: boolean;
  /** With the database of a first start (`copyFirstStart`). */
  readonly isBegun?: boolean;
}

export async function startPair({ fast, isBegun = false }: PairOptions): Promise<ServerPair> {
  const home = mkdtempSync(join(tmpdir(), 'tern-pair-'));
  const place = async (name: string) => ({ dataDir: join(home, name), port: await freePort() });
  if (isBegun) await copyFirstStart(join(home, 'one'), 'database');
  let primary = await startPrimary({ ...(await place('one')), password: 'secret', fast });
  let standby = await follow(primary, await place('two'));
  const end = async (server: ReplicatedServer) => {
    if (!isAlive(server.pid)) return;
    signalProcess(server.pid, 'SIGCONT');
    await server.kill();
  };
  return {
    ...urlsOf([standby, primary]),
    readUrl: urlsOf([standby]).url,
    primary: () => primary,
    standby: () => standby,
    async promote() {
      await promote(standby);
      [primary, standby] = [standby, primary];
    },
    async rejoin() {
      await end(standby);
      standby = await follow(primary, standby);
    },
    async remove() {
      await end(standby);
      await end(primary);
      rmSync(home, { recursive: true, force: true });
    },
  };
}

async function follow(primary: ReplicatedServer, place: { dataDir: string; port: number }) {
  const { dataDir, port } = place;
  const standby = await startStandby(primary, { name: 'follower', dataDir, port });
  await waitFor(primary, ['follower']);
  return standby;
}

/** Resolves with the server's process that waits, when a commit waits for the standby. */
export async function untilACommitWaits(server: ReplicatedServer): Promise<number> {
  const pid = await until('a commit that waits for the standby', () =>
    runAsAdmin(
      server,
      `select pid from pg_stat_activity where wait_event = 'SyncRep' and backend_type = 'client backend'`,
    ),
  );
  return pid as number;
}
