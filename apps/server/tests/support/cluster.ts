/** Vitest global set-up: one embedded database server per run, with one migrated template. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
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
    /** The login that may create databases. */
    readonly clusterAdmin: ConnectionTarget;
  }
}

const PREFIX = 'tern-test-cluster-';
/** A file system in memory, on Linux. */
const MEMORY = '/dev/shm';
/** Several times what the databases and the log of a run take. Units: bytes. */
const ROOM = 2 ** 30;

let cluster: Embedded | undefined;
let dataDir: string | undefined;

export async function setup(project: TestProject): Promise<void> {
  await removeAbandoned();
  dataDir = mkdtempSync(join(hasRoomInMemory() ? MEMORY : tmpdir(), PREFIX));
  cluster = await startEmbedded({ dataDir, fast: true });
  await makeTemplate(cluster);
  project.provide('clusterAdmin', cluster.admin);
}

export async function teardown(): Promise<void> {
  await cluster?.stop();
  if (dataDir !== undefined) rmSync(dataDir, { recursive: true, force: true });
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
