/**
 * A PostgreSQL server that others can follow: one of a primary and its standbys, each with a data folder and a port of
 * this machine. For tests and for trying a failover; a real deployment has its own PostgreSQL.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import type { ConnectionTarget } from '../connection.ts';
import { clusterFolder, clusterOwner, ensureCluster, SUPERUSER } from './cluster.ts';
import { chooseInstallation } from './installation.ts';
import { startPatiently } from './keeper.ts';
import { isRunning, readPidFile } from './pid-file.ts';
import { stopPostmaster } from './postmaster.ts';
import { isAlive, signalWithChildren, signalProcess } from './processes.ts';
import { APP_ROLE, DATABASE, OWNER_ROLE, provision } from './provision.ts';
import { makeSocketFolder, removeShortFolder } from './socket-folder.ts';

export interface ReplicatedServerOptions {
  readonly dataDir: string;
  /** On 127.0.0.1. */
  readonly port: number;
  /** Of every login; letters and digits. The same for all servers that follow each other. */
  readonly password: string;
  /** Not durable against a power cut, but still waits for standbys. For tests. */
  readonly fast?: boolean;
}

export interface ReplicatedServer extends ReplicatedServerOptions {
  /** The superuser, through a private socket. It works while the server runs. */
  readonly admin: ConnectionTarget;
  /** Of the server's main process: to stop it with SIGSTOP, for instance. */
  readonly pid: number;
  /** Starts it again after `kill` or `stop`, as what it was before. */
  start(): Promise<void>;
  /** As a crash: without notice, nothing is finished. Resolves when the process is gone. */
  kill(): Promise<void>;
  stop(): Promise<void>;
}

/** The login of the running instance, and the one of standbys; migrations have `tern_owner`. */
const LOGIN = 'tern_login';
export const REPLICATION_LOGIN = 'tern_standby';

/** A hundred clients may have to be moved from one server to the other while both have them. */
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  // Each instance keeps up to about twenty connections.
  max_connections: '300',
  synchronous_commit: 'on',
  // A standby that was away for a while finds the log that it has missed.
  wal_keep_size: '512MB',
  // A standby that waits for its primary tries again this often.
  wal_retrieve_retry_interval: '200ms',
} as const;

/** Passwords are asked for on the network port only: the socket is reached by its owner alone. */
const HBA = `local all all trust
local replication all trust
host all all 127.0.0.1/32 scram-sha-256
host replication ${REPLICATION_LOGIN} 127.0.0.1/32 scram-sha-256
`;

/**
 * Creates the folder's cluster if it is missing, with the roles and the database of Tern, and starts it as a primary that
 * waits for no standby, whatever it was before.
 */
export async function startPrimary(options: ReplicatedServerOptions): Promise<ReplicatedServer> {
  const { dataDir, password, fast: isFast = false } = options;
  mkdirSync(dataDir, { recursive: true });
  const installation = installationOf(dataDir);
  await ensureCluster(dataDir, installation, { isFast, onProgress: () => undefined });
  const cluster = clusterFolder(resolve(dataDir));
  writeFileSync(join(cluster, 'pg_hba.conf'), HBA);
  rmSync(join(cluster, 'standby.signal'), { force: true });
  const server = await startReplicated(options);
  // What follows is written, and would wait for ever for the standby of an earlier run.
  await runAsAdmin(
    { admin: { ...server.admin, database: 'postgres' } },
    'alter system reset synchronous_standby_names',
    'select pg_reload_conf()',
  );
  await provision({ path: server.admin.host!, setting: '', port: options.port });
  await runAsAdmin(server, ...logins(password));
  return server;
}

/** Starts the server of a folder that contains a complete cluster, after stopping one that a killed process has left. */
export async function startReplicated(options: ReplicatedServerOptions): Promise<ReplicatedServer> {
  const { dataDir, port, fast: isFast = false } = options;
  const cluster = clusterFolder(resolve(dataDir));
  const installation = installationOf(dataDir);
  await stopLeftServer(dataDir);
  const socket = makeSocketFolder(cluster, installation.account, port);
  const more = { ...SETTINGS, port: String(port) };
  const logPath = join(dataDir, 'postgres.log');
  const start = () => startPatiently({ installation, cluster, socket, logPath, isFast, more });
  let pid = await start();
  return {
    ...options,
    admin: { host: socket.path, port, user: SUPERUSER, database: DATABASE },
    get pid() {
      return pid;
    },
    async start() {
      pid = await start();
    },
    async kill() {
      signalProcess(pid, 'SIGKILL');
      while (isAlive(pid)) await sleep(5);
    },
    async stop() {
      await stopPostmaster(pid);
      removeShortFolder(socket.path);
    },
  };
}

/** Ends a server that a killed process has left on this folder, even a stopped one. Returns whether there was one. */
export async function stopLeftServer(dataDir: string): Promise<boolean> {
  const left = readPidFile(clusterFolder(resolve(dataDir)));
  if (left === undefined || !isRunning(left)) return false;
  signalWithChildren(left.pid, 'SIGCONT');
  await stopPostmaster(left.pid);
  return true;
}

/** As `stopLeftServer`, but as a crash: nothing is waited for. */
export function killLeftServer(dataDir: string): void {
  const left = readPidFile(clusterFolder(resolve(dataDir)));
  if (left === undefined || !isRunning(left)) return;
  signalWithChildren(left.pid, 'SIGKILL');
}

const installationOf = (dataDir: string) =>
  chooseInstallation({ dataDir, clusterOwner: clusterOwner(dataDir) });

/** Idempotent. As `deploy/roles.sql` makes them on an operator's server. */
function logins(password: string): string[] {
  const make = (name: string, rights: string) => [
    `do $$ begin create role ${name}; exception when duplicate_object then null; end $$`,
    `alter role ${name} ${rights} password '${password}'`,
  ];
  return [
    ...make(LOGIN, 'login'),
    ...make(OWNER_ROLE, 'login'),
    ...make(REPLICATION_LOGIN, 'login replication'),
    `grant ${APP_ROLE}, pg_read_all_stats to ${LOGIN}`,
  ];
}

/** The values of DATABASE_URL and DATABASE_OWNER_URL for these servers, of which one is the primary. */
export function urlsOf(servers: readonly Pick<ReplicatedServer, 'port' | 'password'>[]) {
  const hosts = servers.map(({ port }) => `127.0.0.1:${port}`).join(',');
  const url = (login: string) =>
    `postgres://${login}:${servers[0]!.password}@${hosts}/${DATABASE}?target_session_attrs=read-write`;
  return { url: url(LOGIN), ownerUrl: url(OWNER_ROLE) };
}

/** A server that is stopped accepts connections and answers nothing. */
const CONNECTS_WITHIN_MS = 5_000;
/** Longer than a promotion takes. */
const ANSWERS_WITHIN_MS = 60_000;

/**
 * Each alone, not in a transaction. Returns the first field of the last one's first row.
 * @throws Error of the server; an error when it does not answer within `withinMs`
 */
export async function runAsAdmin(
  { admin, withinMs }: Pick<ReplicatedServer, 'admin'> & { readonly withinMs?: number },
  ...statements: readonly string[]
): Promise<unknown> {
  const client = new Client({
    ...admin,
    connectionTimeoutMillis: withinMs ?? CONNECTS_WITHIN_MS,
    query_timeout: withinMs ?? ANSWERS_WITHIN_MS,
  });
  client.on('error', () => undefined);
  await client.connect();
  try {
    let field: unknown;
    for (const text of statements) {
      const { rows } = await client.query({ text, rowMode: 'array' });
      field = rows[0]?.[0];
    }
    return field;
  } finally {
    // A server that was stopped after its answer never closes the connection.
    const patience = sleep(withinMs ?? CONNECTS_WITHIN_MS, undefined, { ref: false });
    await Promise.race([client.end(), patience]);
  }
}
