/** Starts, queries and stops the server process. */
import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { CLEAN_ENVIRONMENT } from './account.ts';
import { clusterPath, SUPERUSER } from './cluster.ts';
import { type Installation, programIn } from './installation.ts';
import { readLog, startOfRun } from './log-file.ts';
import { readPidFile } from './pid-file.ts';
import { isAlive, signalProcess } from './processes.ts';
import { serverArguments } from './server-settings.ts';
import type { SocketFolder } from './socket-folder.ts';

export interface StartOptions {
  readonly installation: Installation;
  readonly cluster: string;
  readonly socket: SocketFolder;
  readonly logPath: string;
  readonly isFast: boolean;
  readonly more?: Readonly<Record<string, string>> | undefined;
}

const LOOK_MS = 10;

/**
 * Starts the server in its own process group, so that Ctrl-C does not reach it.
 * @throws Error with the server's last log lines when it ends before it is ready
 */
export async function startPostmaster(options: StartOptions): Promise<number> {
  const { installation, cluster, socket, logPath, isFast, more } = options;
  const { account, native } = installation;
  const logStart = startOfRun(logPath);
  const log = openSync(logPath, 'a', 0o600);
  const dataPath = clusterPath(account, cluster);
  const args = serverArguments({ dataPath, socketSetting: socket.setting, isFast, more });
  const [file, allArgs] = account.command(programIn(native, 'postgres'), args);
  const child = spawn(file, allArgs, {
    ...account.spawnAs,
    cwd: cluster,
    env: CLEAN_ENVIRONMENT,
    detached: true,
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  child.unref();
  let hasEnded = false;
  child.on('exit', () => {
    hasEnded = true;
  });
  child.on('error', () => {
    hasEnded = true;
  });
  // While it recovers it would refuse each connection, and write that into its log.
  while (readPidFile(cluster)?.status === 'starting' || !(await answers(socket))) {
    if (hasEnded) throw new Error(`The database did not start:\n${readLog(logPath, logStart)}`);
    await sleep(LOOK_MS);
  }
  return child.pid as number;
}

/** True when the server accepts connections. */
export async function answers(socket: SocketFolder): Promise<boolean> {
  return (await askServer(socket, 'select 1')) !== undefined;
}

/** The first field of the result; undefined when the server does not answer. */
export async function askServer(socket: SocketFolder, sql: string): Promise<unknown> {
  const client = new Client({
    host: socket.path,
    port: socket.port,
    user: SUPERUSER,
    database: 'postgres',
    connectionTimeoutMillis: 5_000,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query({ text: sql, rowMode: 'array' });
    return rows[0]?.[0];
  } catch {
    return undefined;
  } finally {
    await client.end().catch(() => undefined);
  }
}

const FAST_STOP_MS = 60_000;

/** Stops the server: open transactions are rolled back, committed data is written to disk. */
export async function stopPostmaster(pid: number): Promise<void> {
  signalProcess(pid, 'SIGINT');
  const deadline = performance.now() + FAST_STOP_MS;
  while (isAlive(pid)) {
    // Without the final checkpoint: the next start recovers from the write-ahead log.
    if (performance.now() > deadline) signalProcess(pid, 'SIGQUIT');
    await sleep(10);
  }
}
