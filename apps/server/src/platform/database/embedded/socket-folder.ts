/** The folder of the server's socket: the cluster, or a short private folder if the path is too long. */
import { chownSync, existsSync, lstatSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type { Account } from './account.ts';

/** Names the socket file. Nothing listens on a network port, but for the servers of a pair (`replicated-server.ts`). */
export const SOCKET_PORT = 5432;
const socketName = (port: number) => `.s.PGSQL.${port}`;

/** The limits are 107 bytes on Linux and 103 on macOS. */
const PATH_BYTES_MAX = 103;
const SHORT_PREFIX = 'tern-';

export interface SocketFolder {
  /** For clients. */
  readonly path: string;
  /** For the server, which runs in the cluster's folder. */
  readonly setting: string;
  readonly port: number;
}

const fits = (folder: string): boolean =>
  Buffer.byteLength(join(folder, socketName(65_535))) <= PATH_BYTES_MAX;

export function makeSocketFolder(
  cluster: string,
  account: Account,
  port: number = SOCKET_PORT,
): SocketFolder {
  if (fits(cluster)) return { path: cluster, setting: '.', port };
  const temporary = fits(join(tmpdir(), `${SHORT_PREFIX}123456`)) ? tmpdir() : '/tmp';
  const path = mkdtempSync(join(temporary, SHORT_PREFIX));
  if (account.owner !== undefined) chownSync(path, account.owner.uid, account.owner.gid);
  return { path, setting: `"${path.replace(/"/g, '""')}"`, port };
}

/** The folder named in a running server's pid file. */
export function namedSocketFolder(cluster: string, named: string): SocketFolder {
  const port = SOCKET_PORT;
  if (named === '.') return { path: cluster, setting: '.', port };
  return { path: named, setting: `"${named}"`, port };
}

/** Removes the socket of a dead server, which the next server would take for one in use. */
export function removeStaleSocket({ path, port }: SocketFolder): void {
  const name = socketName(port);
  for (const each of [name, `${name}.lock`]) rmSync(join(path, each), { force: true });
}

/** Removes a short private folder, and nothing else. */
export function removeShortFolder(path: string): void {
  const isOurs =
    basename(path).startsWith(SHORT_PREFIX) && [tmpdir(), '/tmp'].includes(dirname(path));
  if (isOurs && existsSync(path) && lstatSync(path).isDirectory()) {
    rmSync(path, { recursive: true, force: true });
  }
}
