/** The server's pid file: process id, status and socket. */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive, isTaken, programOf } from './processes.ts';

export interface PidFile {
  readonly pid: number;
  readonly socketFolder: string;
  /** `starting`, `ready` or `stopping`. */
  readonly status: string;
}

export function readPidFile(cluster: string): PidFile | undefined {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
    const pid = Number(lines[0]);
    if (!Number.isSafeInteger(pid) || pid <= 0) return undefined;
    return { pid, socketFolder: lines[4] ?? '.', status: (lines[7] ?? '').trim() };
  } catch {
    return undefined;
  }
}

/** True when the process of the pid file is a database server: ids are reused. */
export function isRunning(pidFile: PidFile): boolean {
  return isAlive(pidFile.pid) && programOf(pidFile.pid).includes('postgres');
}

/**
 * Removes a reused process id from the pid file, or that of a dead process that nobody has reaped yet, so that the server sees
 * that its old process is gone. The rest of the file stays: the server uses it to find processes left behind.
 */
export function disownPid(cluster: string, pidFile: PidFile): void {
  if (!isTaken(pidFile.pid)) return;
  const path = join(cluster, 'postmaster.pid');
  const gone = spawnSync('/bin/sh', ['-c', 'exit']).pid;
  writeFileSync(path, readFileSync(path, 'utf8').replace(/^\d+/, String(gone)));
}
