/** Vitest global set-up: an embedded database server for each worker, with a migrated template. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { inject } from 'vitest';
import type { TestProject } from 'vitest/node';
import { recordGuards } from '../../src/kernel/invariants/schema-guards.ts';
import type { ConnectionTarget } from '../../src/platform/database/connection.ts';
import { type Embedded, startEmbedded } from '../../src/platform/database/embedded.ts';
import { isRunning, readPidFile } from '../../src/platform/database/embedded/pid-file.ts';
import { isAlive } from '../../src/platform/database/embedded/processes.ts';
import { stopPostmaster } from '../../src/platform/database/embedded/postmaster.ts';
import { migrate } from '../../src/platform/database/migrate.ts';
import { openDatabase } from '../../src/platform/database/open-database.ts';

/** Every test database is a copy of this one. */
export const TEMPLATE = 'tern_template';
export const MIGRATIONS = fileURLToPath(new URL('../../migrations', import.meta.url));

declare module 'vitest' {
  interface ProvidedContext {
    /** The logins that may create databases: one for each worker. */
    readonly clusterAdmins: readonly ConnectionTarget[];
    /** Where `first-start.ts` puts what it makes, once for all projects. */
    readonly firstStart: string;
  }
}

/**
 * The login that may create databases on the server of this worker. Files that run at the same time have a server each: what
 * holds for a whole server (roles, settings, the oldest open transaction, who is connected) is true of one file alone.
 */
export function clusterAdmin(): ConnectionTarget {
  const worker = Number(process.env['VITEST_POOL_ID'] ?? '1');
  const admin = inject('clusterAdmins')[worker - 1];
  if (admin === undefined) throw new Error(`there is no database server for worker ${worker}`);
  return admin;
}

const PREFIX = 'tern-test-cluster-';
/** A file system in memory, on Linux. */
const MEMORY = '/dev/shm';
/** Several times what the databases and the log of a run take. Units: bytes. */
const ROOM = 2 ** 30;

interface Clusters {
  readonly opened: Promise<readonly Cluster[]>;
  /** The projects that use them. */
  users: number;
}

interface Cluster {
  readonly server: Embedded;
  readonly dataDir: string;
}

/** Vitest loads this file once for each project, within one process: all share the servers. */
const shared = globalThis as { ternTestClusters?: Clusters | undefined };

export async function setup(project: TestProject): Promise<void> {
  // A project without a number of its own has that of the whole run.
  const { projects, config } = project.vitest;
  const workers = Math.max(...projects.map((each) => each.config.maxWorkers ?? config.maxWorkers));
  shared.ternTestClusters ??= { opened: openClusters(workers), users: 0 };
  shared.ternTestClusters.users += 1;
  const clusters = await shared.ternTestClusters.opened;
  project.provide(
    'clusterAdmins',
    clusters.map(({ server }) => server.admin),
  );
  project.provide('firstStart', join(clusters[0]!.dataDir, 'first-start'));
}

export async function teardown(): Promise<void> {
  const clusters = shared.ternTestClusters;
  if (clusters === undefined) return;
  clusters.users -= 1;
  if (clusters.users > 0) return;
  shared.ternTestClusters = undefined;
  for (const { server, dataDir } of await clusters.opened) {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function openClusters(count: number): Promise<readonly Cluster[]> {
  await removeAbandoned();
  return Promise.all(Array.from({ length: count }, openCluster));
}

async function openCluster(): Promise<Cluster> {
  const dataDir = mkdtempSync(join(hasRoomInMemory() ? MEMORY : tmpdir(), PREFIX));
  const server = await startEmbedded({ dataDir, fast: true });
  await makeTemplate(server);
  return { server, dataDir };
}

async function makeTemplate({ admin, owner }: Embedded): Promise<void> {
  const client = new Client(admin);
  await client.connect();
  try {
    await client.query(`create database ${TEMPLATE} owner ${owner.user}`);
  } finally {
    await client.end();
  }
  const target = { ...owner, database: TEMPLATE };
  await migrate({ owner: target, folder: MIGRATIONS });
  const database = await openDatabase({ connection: target, poolSize: 1, allowUnsafe: true });
  await recordGuards(database);
  await database.close();
}

/** A test database is 1,650 files: on a disk, creating them takes up to a second of a core; in memory, 30 ms. */
function hasRoomInMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return Math.min(bavail * bsize, process.availableMemory()) > ROOM;
  } catch {
    return false;
  }
}

/** Removes the servers of earlier runs that were killed. */
async function removeAbandoned(): Promise<void> {
  for (const folder of [MEMORY, tmpdir()].flatMap(clustersIn)) {
    const holder = lockHolder(folder);
    if (holder === undefined || isAlive(holder)) continue;
    const server = readPidFile(join(folder, 'postgres'));
    if (server !== undefined && isRunning(server)) await stopPostmaster(server.pid);
    rmSync(folder, { recursive: true, force: true });
  }
}

function clustersIn(parent: string): string[] {
  if (!existsSync(parent)) return [];
  const names = readdirSync(parent).filter((entry) => entry.startsWith(PREFIX));
  return names.map((name) => join(parent, name));
}

function lockHolder(folder: string): number | undefined {
  try {
    return (JSON.parse(readFileSync(join(folder, 'tern.lock'), 'utf8')) as { pid: number }).pid;
  } catch {
    return undefined;
  }
}
