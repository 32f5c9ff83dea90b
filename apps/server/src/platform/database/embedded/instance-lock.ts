/** Keeps two Tern processes from running on the same data folder. */
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { birthMark, isAlive } from './processes.ts';

export interface InstanceLock {
  release(): void;
}

interface Holder {
  readonly pid: number;
  readonly bornAs: string;
}

/** Longer than the time between reading a stale lock and replacing it. */
const REPLACE_PAUSE_MS = 50;

/**
 * Locks the folder; a lock left by a killed process is replaced.
 * @throws Error naming the process that holds it
 */
export async function lockDataFolder(dataDir: string): Promise<InstanceLock> {
  const path = join(dataDir, 'tern.lock');
  const own = `${path}.${process.pid}`;
  const holder: Holder = { pid: process.pid, bornAs: birthMark(process.pid) };
  try {
    writeFileSync(own, JSON.stringify(holder));
  } catch (error) {
    throw new Error(`Tern cannot write to its data folder ${dataDir}.`, { cause: error });
  }
  try {
    if (!linkIfFree(own, path)) await takeOver(own, path, dataDir);
  } finally {
    rmSync(own, { force: true });
  }
  return { release: () => releaseOwn(path) };
}

function linkIfFree(own: string, path: string): boolean {
  try {
    linkSync(own, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

async function takeOver(own: string, path: string, dataDir: string): Promise<void> {
  refuseLiveHolder(path, dataDir);
  renameSync(own, path);
  // Of two processes that replace the same stale lock, the later rename wins, and the other one sees that.
  await sleep(REPLACE_PAUSE_MS);
  if (readHolder(path)?.pid !== process.pid) refuseLiveHolder(path, dataDir);
}

function refuseLiveHolder(path: string, dataDir: string): void {
  const holder = readHolder(path);
  if (holder === undefined || !isHolding(holder)) return;
  throw new Error(
    `Another Tern process (pid ${holder.pid}) is running on ${dataDir}. ` +
      'Stop it first, or give this one a data folder of its own.',
  );
}

/** A process with the dead one's reused id has another birth mark. */
function isHolding(holder: Holder): boolean {
  return isAlive(holder.pid) && birthMark(holder.pid) === holder.bornAs;
}

function readHolder(path: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Holder;
  } catch {
    return undefined;
  }
}

function releaseOwn(path: string): void {
  if (readHolder(path)?.pid === process.pid) rmSync(path, { force: true });
}
