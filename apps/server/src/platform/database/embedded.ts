/** The embedded database: a real PostgreSQL in the data folder, started and stopped with the instance. */
import { lstatSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { ConnectionTarget } from './connection.ts';
import { archiving, isArchiving, makeSpool } from './embedded/archiving.ts';
import { clusterFolder, clusterOwner, ensureCluster, SUPERUSER } from './embedded/cluster.ts';
import { chooseInstallation, type Installation } from './embedded/installation.ts';
import { lockDataFolder } from './embedded/instance-lock.ts';
import { APP_ROLE, DATABASE, OWNER_ROLE } from './embedded/provision.ts';
import { isRunning, readPidFile } from './embedded/pid-file.ts';
import { answers, stopPostmaster } from './embedded/postmaster.ts';
import { namedSocketFolder, SOCKET_PORT } from './embedded/socket-folder.ts';
import { type Keeper, keepRunning } from './embedded/keeper.ts';

export interface EmbeddedOptions {
  /** Contains the cluster, its log and our lock. */
  readonly dataDir: string;
  /** Not durable; for tests. */
  readonly fast?: boolean;
  readonly onProgress?: (line: string) => void;
}

/** The logins of the server. */
export interface EmbeddedLogins {
  /** The superuser, for tests and repair. */
  readonly admin: ConnectionTarget;
  /** Runs migrations. */
  readonly owner: ConnectionTarget;
  /** The running instance. */
  readonly app: ConnectionTarget;
}

export interface Embedded extends EmbeddedLogins {
  /** Stops the server and releases the data folder. */
  stop(): Promise<void>;
}

/**
 * Starts the server, or adopts one left running by a killed process, and restarts it if it dies.
 * @throws `EmbeddedCannotRun` naming DATABASE_URL; Error when another process uses the folder
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const dataDir = resolve(options.dataDir);
  mkdirSync(dataDir, { recursive: true });
  const lock = await lockDataFolder(dataDir);
  try {
    const keeper = await startIn(dataDir, options);
    return {
      ...loginsAt(keeper.socketPath),
      stop: async () => {
        await keeper.stop();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

function loginsAt(host: string): EmbeddedLogins {
  const login = (user: string, database: string): ConnectionTarget => {
    return { host, port: SOCKET_PORT, user, database };
  };
  return {
    admin: login(SUPERUSER, 'postgres'),
    owner: login(OWNER_ROLE, DATABASE),
    app: login(APP_ROLE, DATABASE),
  };
}

/** Connects to a server that another process runs in the folder; undefined if there is none. */
export async function joinEmbedded(dataDir: string): Promise<EmbeddedLogins | undefined> {
  const cluster = clusterFolder(resolve(dataDir));
  const found = readPidFile(cluster);
  if (found === undefined || !isRunning(found)) return undefined;
  const socket = namedSocketFolder(cluster, found.socketFolder);
  return (await answers(socket)) ? loginsAt(socket.path) : undefined;
}

/** Ends a server that a killed process left running as another user: its folder changes its owner. */
async function endForeign(cluster: string, { account }: Installation): Promise<void> {
  const found = readPidFile(cluster);
  if (found === undefined || !isRunning(found) || account.owner === undefined) return;
  if (lstatSync(cluster).uid !== account.owner.uid) await stopPostmaster(found.pid);
}

async function startIn(dataDir: string, options: EmbeddedOptions): Promise<Keeper> {
  const { fast: isFast = false, onProgress = () => undefined } = options;
  const installation = chooseInstallation({ dataDir, clusterOwner: clusterOwner(dataDir) });
  const cluster = clusterFolder(dataDir);
  await endForeign(cluster, installation);
  await ensureCluster(dataDir, installation, { isFast, onProgress });
  const isArchived = isArchiving(dataDir);
  if (isArchived) makeSpool(cluster, installation.account);
  return keepRunning({
    installation,
    cluster,
    more: isArchived ? archiving : undefined,
    logPath: join(dataDir, 'postgres.log'),
    isFast,
    onProgress,
  });
}
