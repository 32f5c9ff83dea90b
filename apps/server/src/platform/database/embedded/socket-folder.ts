/** The folder of the server's socket: the cluster, or a short private folder if the path is too long. */
import { chownSync, existsSync, lstatSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type { Account } from './account.ts';

/** Names the socket file; nothing listens on a network port. */
export const SOCKET_PORT = 5432;
const SOCKET_NAME = `.s.PGSQL.${SOCKET_PORT}`;

/** The limits are 107 bytes on Linux and 103 on macOS. */
const PATH_BYTES_MAX = 103;
const SHORT_PREFIX = 'tern-';

export interface SocketFolder {
  /** For clients. */
  readonly path: string;
  /** For the server, which runs in the cluster's folder. */
  readonly setting: string;
}

const fits = (folder: string): boolean =>
  Buffer.byteLength(join(folder, SOCKET_NAME)) <= PATH_BYTES_MAX;

export function makeSocketFolder(cluster: string, account: Account): SocketFolder {
  if (fits(cluster)) return { path: cluster, setting: '.' };
  const temporary = fits(join(tmpdir(), `${SHORT_PREFIX}123456`)) ? tmpdir() : '/tmp';
  const path = mkdtempSync(join(temporary, SHORT_PREFIX));
  if (account.owner !== undefined) chownSync(path, account.owner.uid, account.owner.gid);
  return { path, setting: `"${path.replace(/"/g, '""')}"` };
}

/** The folder named in a running server's pid file. */
export function namedSocketFolder(cluster: string, named: string): SocketFolder {
  return named === '.' ? { path: cluster, setting: '.' } : { path: named, setting: `"${named}"` };
}

/** Removes the socket of a dead server, which the next server would take for one in use. */
export function removeStaleSocket({ path }: SocketFolder): void {
  for (const name of [SOCKET_NAME, `${SOCKET_NAME}.lock`])
    rmSync(join(path, name), { force: true });
}

/** Removes a short private folder, and nothing else. */
export function removeShortFolder(path: string): void {
  const isOurs =
    basename(path).startsWith(SHORT_PREFIX) && [tmpdir(), '/tmp'].includes(dirname(path));
  if (isOurs && existsSync(path) && lstatSync(path).isDirectory()) {
    rmSync(path, { recursive: true, force: true });
  }
}
