/** The server's log: limited in size, and read from the start of a run. */
import { copyFileSync, existsSync, readFileSync, statSync, truncateSync } from 'node:fs';

const LOG_BYTES_MAX = 10_000_000;

/**
 * Copies a log that has grown too long to another name and empties it. The server has the file open for appending, so it
 * must stay the same file. Lines written between the two steps are lost.
 */
export function capLog(path: string, bytesMax = LOG_BYTES_MAX): void {
  if (sizeOf(path) < bytesMax) return;
  copyFileSync(path, `${path}.1`);
  truncateSync(path);
}

/** The position of the lines of a run that starts now. */
export function startOfRun(path: string): number {
  capLog(path);
  return sizeOf(path);
}

/** The server's last lines since `start`. */
export function readLog(path: string, start: number): string {
  return readFileSync(path).subarray(start).toString('utf8').trim().slice(-2_000);
}

const sizeOf = (path: string): number => (existsSync(path) ? statSync(path).size : 0);
