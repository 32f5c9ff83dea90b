/** Keeps the server running as long as the instance: adopts, starts and restarts it. */
import { setTimeout as sleep } from 'node:timers/promises';
import { capLog } from './log-file.ts';
import { disownPid, isRunning, readPidFile } from './pid-file.ts';
import {
  answers,
  askServer,
  type StartOptions,
  startPostmaster,
  stopPostmaster,
} from './postmaster.ts';
import { isAlive } from './processes.ts';
import { provision } from './provision.ts';
import {
  makeSocketFolder,
  namedSocketFolder,
  removeShortFolder,
  removeStaleSocket,
  type SocketFolder,
} from './socket-folder.ts';

export interface KeeperOptions extends Omit<StartOptions, 'socket'> {
  readonly onProgress: (line: string) => void;
}

export interface Keeper {
  readonly socketPath: string;
  stop(): Promise<void>;
}

interface Run {
  readonly pid: number;
  readonly socket: SocketFolder;
}

const WATCH_MS = 250;
const LOG_WATCH_MS = 60_000;
/** Time between attempts to restart a server that does not start. */
const RETRY_MS = 30_000;

export async function keepRunning(options: KeeperOptions): Promise<Keeper> {
  const first = (await adopt(options)) ?? (await startAnew(options));
  const { socket } = first;
  try {
    await provision(socket);
  } catch (error) {
    await stopPostmaster(first.pid);
    removeShortFolder(socket.path);
    throw error;
  }
  let { pid } = first;
  let isStopping = false;
  let repair: Promise<void> | undefined;
  let retryAt = 0;

  const restart = async (): Promise<void> => {
    options.onProgress('The database stopped unexpectedly; restarting it…');
    try {
      pid = await startPatiently({ ...options, socket });
    } catch (error) {
      options.onProgress(error instanceof Error ? error.message : String(error));
      // A full disk, for instance, takes time to fix: immediate retries would only fill the log.
      retryAt = performance.now() + RETRY_MS;
    }
    repair = undefined;
  };
  const watch = setInterval(() => {
    const isDue = !isStopping && repair === undefined && performance.now() >= retryAt;
    if (isDue && !isAlive(pid)) repair = restart();
  }, WATCH_MS);
  watch.unref();
  const logWatch = setInterval(() => capLogQuietly(options), LOG_WATCH_MS);
  logWatch.unref();

  const stop = async (): Promise<void> => {
    isStopping = true;
    clearInterval(watch);
    clearInterval(logWatch);
    await repair;
    await stopPostmaster(pid);
    removeShortFolder(socket.path);
  };
  return { socketPath: socket.path, stop };
}

/** A failure is reported and retried later: the server matters more. */
function capLogQuietly({ logPath, onProgress }: KeeperOptions): void {
  try {
    capLog(logPath);
  } catch (error) {
    onProgress(`The log of the database could not be shortened: ${String(error)}`);
  }
}

/** How long a server that reports itself ready may be unreachable before it is replaced. */
const OUT_OF_REACH_MS = 5_000;

/** Adopts a server left running by a killed process; undefined if there is none. */
async function adopt(options: KeeperOptions): Promise<Run | undefined> {
  let outOfReachMs = 0;
  for (;;) {
    const found = readPidFile(options.cluster);
    if (found === undefined || !isRunning(found)) return undefined;
    const socket = namedSocketFolder(options.cluster, found.socketFolder);
    if (await answers(socket)) {
      if (await hasSettings(socket, options)) return { pid: found.pid, socket };
      await stopPostmaster(found.pid);
      return undefined;
    }
    if (outOfReachMs >= OUT_OF_REACH_MS) await stopPostmaster(found.pid);
    await sleep(100);
    if (found.status === 'ready') outOfReachMs += 100;
  }
}

/** These change only with a restart. */
async function hasSettings(socket: SocketFolder, options: KeeperOptions): Promise<boolean> {
  const { isFast, more } = options;
  const fsync = await askServer(socket, 'show fsync');
  const archiveMode = await askServer(socket, 'show archive_mode');
  return fsync === (isFast ? 'off' : 'on') && archiveMode === (more?.['archive_mode'] ?? 'off');
}

async function startAnew(options: KeeperOptions): Promise<Run> {
  const left = readPidFile(options.cluster);
  if (left !== undefined) removeShortFolder(left.socketFolder);
  const socket = makeSocketFolder(options.cluster, options.installation.account);
  return { pid: await startPatiently({ ...options, socket }), socket };
}

const ATTEMPTS = 13;
/** Doubled after each attempt, up to the longest. */
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 500;
/** Longer than any statement of the instance takes. */
const LEFT_WITHIN_MS = 120_000;

/**
 * After the server's main process was killed, its other processes take a moment to end, or as long as their statement
 * takes; until then a new server refuses to start.
 */
export async function startPatiently(options: StartOptions): Promise<number> {
  const startedAt = performance.now();
  for (let attempt = 1; ; attempt += 1) {
    clearLeftovers(options);
    try {
      return await startPostmaster(options);
    } catch (error) {
      const isLeft = isInUse(error) && performance.now() - startedAt < LEFT_WITHIN_MS;
      const hasAttempts = attempt < ATTEMPTS && readPidFile(options.cluster) !== undefined;
      if (!isLeft && !hasAttempts) throw error;
      await sleep(Math.min(FIRST_PAUSE_MS * 2 ** (attempt - 1), LONGEST_PAUSE_MS));
    }
  }
}

/** True when the server did not start because processes of the one before still run. */
const isInUse = (error: unknown): boolean =>
  error instanceof Error && error.message.includes('pre-existing shared memory block');

function clearLeftovers({ cluster, socket }: StartOptions): void {
  const left = readPidFile(cluster);
  if (left === undefined || isRunning(left)) return;
  disownPid(cluster, left);
  removeStaleSocket(socket);
}
