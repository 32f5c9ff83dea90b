/**
 * A standby of a running server, made from a base backup, and its promotion.
 *
 * Usage, for tests and for a cluster on one machine:
 *
 *     const password = randomBytes(16).toString('hex');
 *     const first = await startPrimary({ dataDir: 'a', port: 5501, password });
 *     const second = await startStandby(first, { name: 'second', dataDir: 'b', port: 5502 });
 *     await waitFor(first, ['second']);               // every commit waits for it from now on
 *     const { url, ownerUrl } = urlsOf([first, second]);  // DATABASE_URL, DATABASE_OWNER_URL
 *     await first.kill();                             // or: process.kill(first.pid, 'SIGSTOP')
 *     await promote(second);                          // it takes writes when this resolves
 *     // The old primary must not come back as one: make it a standby of the new one, from an empty folder.
 *     const again = await startStandby(second, { name: 'first', dataDir: 'a', port: 5501 });
 *     await waitFor(second, ['first']);
 *
 * `first.start()` after `kill` brings it back as the primary that it was. `stop()` ends a server; the folder stays, and
 * `startReplicated` starts it again as what it was, also in a later process.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { FOR_STANDBY, streamBase } from '../../backup/base-stream.ts';
import { unpack } from '../../backup/unpack.ts';
import { clusterFolder, clusterOwner, ensureCluster } from './cluster.ts';
import { chooseInstallation } from './installation.ts';
import {
  REPLICATION_LOGIN,
  type ReplicatedServer,
  runAsAdmin,
  startReplicated,
} from './replicated-server.ts';

export interface StandbyOptions {
  /** How the primary lists it, for `waitFor`: small letters, digits and `_`. */
  readonly name: string;
  /** What it contains is replaced: the server that ran there must be stopped or killed. */
  readonly dataDir: string;
  readonly port: number;
}

const NAME = /^[a-z][a-z0-9_]*$/;
const PATIENCE_MS = 30_000;
/** A primary that takes no setting within this time hangs. */
const SETTING_MS = 5_000;

/** Resolves when it follows the primary. @throws Error when it does not within 30 s */
export async function startStandby(
  primary: ReplicatedServer,
  { name, dataDir, port }: StandbyOptions,
): Promise<ReplicatedServer> {
  refuseName(name);
  const { password, fast } = primary;
  const cluster = clusterFolder(resolve(dataDir));
  rmSync(cluster, { recursive: true, force: true });
  mkdirSync(cluster, { recursive: true, mode: 0o700 });
  const base = await streamBase(primary.admin, FOR_STANDBY);
  await unpack(base.bytes, cluster);
  await base.range;
  writeFileSync(join(cluster, 'standby.signal'), '');
  // Without the primary's own settings: once promoted, it waits for nobody.
  writeFileSync(
    join(cluster, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=127.0.0.1 port=${primary.port} user=${REPLICATION_LOGIN} password=${password} application_name=${name}'\n`,
    { mode: 0o600 },
  );
  const installation = chooseInstallation({ dataDir, clusterOwner: clusterOwner(dataDir) });
  await ensureCluster(dataDir, installation, { isFast: true, onProgress: () => undefined });
  const given = { dataDir, port, password };
  const standby = await startReplicated(fast === undefined ? given : { ...given, fast });
  try {
    await until(
      primary,
      `select true from pg_stat_replication
      where application_name = '${name}' and state = 'streaming'`,
    );
  } catch (error) {
    // The next attempt replaces its folder.
    await standby.stop();
    throw error;
  }
  return standby;
}

/**
 * From now on each commit of the primary waits until one of these standbys has it on disk; an empty list waits for none.
 * Resolves when one of them is synchronous.
 */
export async function waitFor(primary: ReplicatedServer, names: readonly string[]): Promise<void> {
  names.forEach(refuseName);
  const value = names.length === 0 ? '' : `ANY 1 (${names.join(', ')})`;
  const asked = { admin: primary.admin, withinMs: SETTING_MS };
  await runAsAdmin(
    asked,
    `alter system set synchronous_standby_names = '${value}'`,
    'select pg_reload_conf()',
  );
  const isSet = `select true where current_setting('synchronous_standby_names') = '${value}'`;
  const isAwaited = `and exists (select from pg_stat_replication where sync_state in ('sync', 'quorum'))`;
  await until(asked, names.length === 0 ? isSet : `${isSet} ${isAwaited}`);
}

/** Makes the standby a primary. The old one must be gone, or be cut off from every client. */
export async function promote(standby: ReplicatedServer): Promise<void> {
  await runAsAdmin(standby, `select pg_promote(true, ${PATIENCE_MS / 1_000})`);
  await until(standby, 'select true where not pg_is_in_recovery()');
}

async function until(server: Parameters<typeof runAsAdmin>[0], condition: string): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  while ((await runAsAdmin(server, condition)) !== true) {
    if (performance.now() > deadline)
      throw new Error(`The database server never got so far: ${condition}`);
    await sleep(20);
  }
}

function refuseName(name: string): void {
  if (!NAME.test(name)) throw new Error(`"${name}" cannot name a standby.`);
}
