/** The server's log: bounded while it runs, and read from where a run began. */
import { copyFileSync, existsSync, readFileSync, statSync, truncateSync } from 'node:fs';

const LOG_BYTES_MAX = 10_000_000;

/**
 * Keeps a log that has grown too long under another name and begins anew. The server holds the file open for
 * appending, so it must stay the same file: it is copied and emptied. Lines written between the two are lost.
 */
export function capLog(path: string, bytesMax = LOG_BYTES_MAX): void {
  if (sizeOf(path) < bytesMax) return;
  copyFileSync(path, `${path}.1`);
  truncateSync(path);
}

/** Where the lines of a run that begins now will stand. */
export function startOfRun(path: string): number {
  capLog(path);
  return sizeOf(path);
}

/** The server's last words since `start`. */
export function readLog(path: string, start: number): string {
  return readFileSync(path).subarray(start).toString('utf8').trim().slice(-2_000);
}

const sizeOf = (path: string): number => (existsSync(path) ? statSync(path).size : 0);
