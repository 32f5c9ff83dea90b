/** Opens the database, the operator's own or the embedded one, migrated and with the server's restricted role; and the file store. */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../config/config.ts';
import { recordGuards } from '../kernel/invariants/schema-guards.ts';
import { livingInstances } from '../kernel/leases/lease-rows.ts';
import { finishRestore } from '../kernel/instances/restored-dump.ts';
import { sealClearSeed } from '../kernel/prices/market-seed.ts';
import { storeDeploymentMode } from '../kernel/settings/deployment-mode.ts';
import { systemClock } from '../platform/clock.ts';
import type { ConnectionTarget } from '../platform/database/connection.ts';
import type { Database, Reader } from '../platform/database/database.ts';
import type { Embedded } from '../platform/database/embedded.ts';
import { migrate, newestMigration } from '../platform/database/migrate.ts';
import { openDatabase, openReplica } from '../platform/database/open-database.ts';
import { createReplicaReader } from '../platform/database/read-replica.ts';
import { prepareServer } from '../platform/database/roles.ts';
import { createFolderFiles, type Files } from '../platform/files/files.ts';
import { createS3Files } from '../platform/files/s3-files.ts';
import type { Log } from '../platform/log.ts';
import { openSecretBox } from './open-secret-box.ts';
import { startOwnDatabase } from './own-database.ts';

export interface Storage {
  database: Database;
  /** Nobody else can use it: it is the embedded one. */
  isOwn: boolean;
  /** The newest migration. */
  schema: string;
  /** For lists: a standby, when it is up to date; else the database. */
  lists: Reader;
  close(): Promise<void>;
}

interface StorageOptions {
  config: Pick<Config, 'dataDir' | 'database' | 'mode' | 'backup' | 'secretsKeyFile'>;
  migrations: string;
  /** The release of this instance. */
  version: string;
  log: Log;
  /** The embedded database, if it is being started already. */
  own?: Promise<Embedded> | undefined;
  onProgress(line: string): void;
  /** Called with what it does next. */
  onStep?(what: string): void;
}

export async function openStorage(options: StorageOptions): Promise<Storage> {
  const { config, onProgress, log } = options;
  options.onStep?.('the database');
  const embedded =
    config.database === undefined
      ? await (options.own ?? startOwnDatabase(config, onProgress))
      : undefined;
  try {
    const access = embedded ?? (await prepareServer(serverAddress(config.database!)));
    const { owner } = access;
    const older = (file: string) => olderThan(owner, file);
    const { migrations: folder, version } = options;
    options.onStep?.('migrations');
    await migrate({ owner, folder, version, older, onProgress });
    options.onStep?.('what its owner records');
    await recordByOwner(access.owner, options);
    options.onStep?.('its connections');
    const onError = ({ message }: Error) =>
      log.warn({ reason: message }, 'an idle database connection broke');
    const database = await openDatabase({ connection: access.app, name: 'api', onError });
    const replica = openReader(database, options);
    return {
      database,
      isOwn: embedded !== undefined,
      schema: newestMigration(options.migrations),
      lists: replica.lists,
      async close() {
        try {
          await inTime(Promise.all([database.close(), replica.close()]));
        } finally {
          await embedded?.stop();
        }
      },
    };
  } catch (error) {
    await embedded?.stop();
    throw error;
  }
}

const CLOSE_MS = 5_000;

/** Connections of a failed server may never close; the server is stopped after a timeout. */
async function inTime(closing: Promise<unknown>): Promise<void> {
  await Promise.race([closing, sleep(CLOSE_MS, undefined, { ref: false })]);
}

function serverAddress({ url, ownerUrl }: NonNullable<Config['database']>) {
  return ownerUrl === undefined ? { url } : { url, ownerUrl };
}

async function recordByOwner(
  owner: ConnectionTarget,
  { config, onProgress }: Pick<StorageOptions, 'config' | 'onProgress'>,
): Promise<void> {
  const database = await openDatabase({ connection: owner, name: 'start', poolSize: 1 });
  try {
    await storeDeploymentMode(database, config.mode, systemClock.now());
    const openBox = () => openSecretBox(database, config.secretsKeyFile);
    if (await sealClearSeed(database, openBox)) onProgress('Sealed the seed of simulated prices.');
    await recordGuards(database);
    if (await finishRestore(database)) onProgress('This database was restored from a dump.');
  } finally {
    await database.close();
  }
}

/** Living instances that do not know a migration: "Tern 1.3.5 (host-1 4711)". */
async function olderThan(owner: ConnectionTarget, file: string): Promise<string[]> {
  const database = await openDatabase({ connection: owner, name: 'start', poolSize: 1 });
  try {
    const living = await database.many(livingInstances, []);
    const older = living.filter(({ schema }) => `${schema}.sql` < file);
    return older.map(({ name, version }) => `Tern ${version} (${name})`);
  } finally {
    await database.close();
  }
}

/** The standby of DATABASE_READ_URL keeps its login's own role, which may ask what the standby follows. */
function openReader(database: Database, { config, log }: StorageOptions) {
  const url = config.database?.readUrl;
  if (url === undefined) return { lists: database, close: async () => undefined };
  const replica = openReplica({ connection: { url }, name: 'lists' });
  const onRest = (reason: string) => log.warn({ reason }, 'lists are read from the primary');
  return { lists: createReplicaReader(database, replica.reader, onRest), close: replica.close };
}

/** The store of private files: an S3 bucket of the operator, or a folder in the data folder. */
export function openFiles({ dataDir, s3 }: Pick<Config, 'dataDir' | 's3'>): Files {
  return s3 === undefined ? createFolderFiles(join(dataDir, 'files')) : createS3Files(s3);
}
