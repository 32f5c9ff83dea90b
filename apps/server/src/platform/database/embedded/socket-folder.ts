/** Where the server's socket stands: in the cluster, or in a short private folder for deep paths. */
import { chownSync, existsSync, lstatSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type { Account } from './account.ts';

/** Names the socket file; nothing listens on a network port. */
export const SOCKET_PORT = 5432;
const SOCKET_NAME = `.s.PGSQL.${SOCKET_PORT}`;

/** The systems' limits are 107 (Linux) and 103 (macOS) bytes. */
const PATH_BYTES_MAX = 103;
const SHORT_PREFIX = 'tern-';

export interface SocketFolder {
  /** Where a client finds it. */
  readonly path: string;
  /** The server's setting; the server runs in the cluster's folder. */
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

/** The folder a running server named in its pid file. */
export function namedSocketFolder(cluster: string, named: string): SocketFolder {
  return named === '.' ? { path: cluster, setting: '.' } : { path: named, setting: `"${named}"` };
}

/** Removes what a server that is gone has left: the next one takes a socket for one in use. */
export function removeStaleSocket({ path }: SocketFolder): void {
  for (const name of [SOCKET_NAME, `${SOCKET_NAME}.lock`])
    rmSync(join(path, name), { force: true });
}

/** Removes a short folder of ours, and nothing else. */
export function removeShortFolder(path: string): void {
  const isOurs =
    basename(path).startsWith(SHORT_PREFIX) && [tmpdir(), '/tmp'].includes(dirname(path));
  if (isOurs && existsSync(path) && lstatSync(path).isDirectory()) {
    rmSync(path, { recursive: true, force: true });
  }
}
