/** Vitest global set-up: one embedded database server per run, with one migrated template. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
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

let cluster: Embedded | undefined;
let dataDir: string | undefined;

export async function setup(project: TestProject): Promise<void> {
  await removeAbandoned();
  dataDir = mkdtempSync(join(tmpdir(), PREFIX));
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

/** Removes the servers of earlier runs that were killed. */
async function removeAbandoned(): Promise<void> {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(PREFIX))) {
    const folder = join(tmpdir(), name);
    const holder = lockHolder(folder);
    if (holder === undefined || isAlive(holder)) continue;
    const server = readPidFile(join(folder, 'postgres'));
    if (server !== undefined && isRunning(server)) await stopPostmaster(server.pid);
    rmSync(folder, { recursive: true, force: true });
  }
}

function lockHolder(folder: string): number | undefined {
  try {
    return (JSON.parse(readFileSync(join(folder, 'tern.lock'), 'utf8')) as { pid: number }).pid;
  } catch {
    return undefined;
  }
}
