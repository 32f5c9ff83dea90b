/** Continuous archiving: each finished segment of the write-ahead log is copied to a folder, from which a backup takes it. */
import {
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Account } from './account.ts';
import { clusterFolder } from './cluster.ts';
import { dayOf } from '../../clock.ts';

/** In the cluster, which the server's user can reach by every way in which the launcher starts it. */
const SPOOL = 'archive';

/**
 * Settings of a server whose log is archived. The command is the shell's own, as the server's user may enter neither our
 * instance nor the folder of the backups. Only a complete file has its name; a repeated copy is the same.
 */
export const archiving = {
  archive_mode: 'on',
  archive_command: `cp "%p" "${SPOOL}/%f.part" && sync "${SPOOL}/%f.part" && mv "${SPOOL}/%f.part" "${SPOOL}/%f" && sync "${SPOOL}"`,
  archive_timeout: '60s',
} as const;

export const spoolFolder = (cluster: string): string => join(cluster, SPOOL);

export function makeSpool(cluster: string, account: Account): void {
  const folder = spoolFolder(cluster);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (account.owner !== undefined) chownSync(folder, account.owner.uid, account.owner.gid);
}

/** Names of series begin with it. */
export const SERIES = 'tern-';

const seriesFile = (dataDir: string) => join(dataDir, 'backup-series');

/**
 * True from the first start with backups on, also in commands that start the server for a moment: a log that nobody
 * archived meanwhile would be a gap.
 */
export const isArchiving = (dataDir: string): boolean => existsSync(seriesFile(dataDir));

/**
 * The name of the backups of this data folder. A restored folder has none and begins its own, so that two databases never
 * write into one archive.
 */
export function openSeries(dataDir: string, now: number): string {
  if (!isArchiving(dataDir)) {
    const day = dayOf(now);
    const aside = `${seriesFile(dataDir)}.new`;
    writeFileSync(aside, `${SERIES}${day}-${randomBytes(4).toString('hex')}\n`, { flush: true });
    renameSync(aside, seriesFile(dataDir));
  }
  return readSeries(dataDir) as string;
}

export function readSeries(dataDir: string): string | undefined {
  return isArchiving(dataDir) ? readFileSync(seriesFile(dataDir), 'utf8').trim() : undefined;
}

/** Backups were switched off: what comes now is in no archive, so the next ones begin a new series. */
export function endSeries(dataDir: string): void {
  rmSync(seriesFile(dataDir), { force: true });
  rmSync(spoolFolder(clusterFolder(dataDir)), { recursive: true, force: true });
}
