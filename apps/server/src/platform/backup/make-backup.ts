/** Makes a base backup of the running database, with what a restore on another machine needs beside it. */
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import type { ConnectionTarget } from '../database/connection.ts';
import { clusterFolder } from '../database/embedded/cluster.ts';
import { spoolFolder } from '../database/embedded/archiving.ts';
import { type Archive, listWal, shipFiles, shipWal } from './archive.ts';
import { streamBase } from './base-stream.ts';
import type { StoredFile } from './backup-store.ts';
import { encrypt } from './encryption.ts';
import { type BaseBackup, baseFolder, type Manifest, writeManifest } from './manifest.ts';
import { nextSegment } from './wal-names.ts';

export interface BackedUp {
  readonly dataDir: string;
  /** The superuser of the running database. */
  readonly admin: ConnectionTarget;
  /** Epoch ms. */
  now(): number;
}

/** The stored parts of a base backup. */
export const CLUSTER_FILE = 'cluster.tar.gz.age';
export const KEY_FILE = 'secrets.key.age';

/** Secrets in the database are encrypted with it. */
export const keyFileOf = (dataDir: string): string => join(dataDir, 'secrets.key');
export const filesOf = (dataDir: string): string => join(dataDir, 'files');

/**
 * Resolves when the backup, with the log that makes it consistent, is stored.
 * @throws Error of the store or the database; what was stored is not a backup, as its manifest is missing
 */
export async function makeBackup(archive: Archive, from: BackedUp): Promise<BaseBackup> {
  const startedAt = from.now();
  const folder = `${baseFolder(archive.series)}/${idOf(startedAt)}`;
  const postgres = await refuseUnarchived(from.admin);
  await shipWal(archive, spoolFolder(clusterFolder(from.dataDir)));
  const privateFiles = await shipFiles(archive, filesOf(from.dataDir));
  const files: (StoredFile & { name: string })[] = [];
  const put = async (name: string, source: AsyncIterable<Uint8Array>) => {
    const stored = await archive.store.put(
      `${folder}/${name}`,
      encrypt(source, archive.recipients),
    );
    files.push({ name, ...stored });
  };
  if (existsSync(keyFileOf(from.dataDir))) await put(KEY_FILE, content(keyFileOf(from.dataDir)));
  const base = await streamBase(from.admin);
  await put(CLUSTER_FILE, base.bytes);
  const range = await base.range;
  const endedAt = from.now();
  await shipWal(archive, spoolFolder(clusterFolder(from.dataDir)));
  await refuseGap(archive, range);
  const manifest: Manifest = {
    version: 1,
    startedAt: new Date(startedAt).toISOString(),
    endedAt: new Date(endedAt).toISOString(),
    ...range,
    postgres,
    files,
    privateFiles,
  };
  await writeManifest(archive.store, folder, manifest);
  return { folder, manifest };
}

/** Sorts by time; two backups of one second differ. */
const idOf = (at: number) =>
  `${new Date(at).toISOString().replace(/[-:]|[.]\d+/g, '')}-${randomBytes(2).toString('hex')}`;

async function* content(path: string): AsyncIterable<Uint8Array> {
  yield await readFile(path);
}

/** Returns the version of the server. */
async function refuseUnarchived(admin: ConnectionTarget): Promise<string> {
  const client = new Client(admin);
  await client.connect();
  try {
    const { rows } = await client.query<{ mode: string; version: string }>(
      `select current_setting('archive_mode') as mode, current_setting('server_version') as version`,
    );
    const { mode, version } = rows[0]!;
    if (mode === 'on') return version;
  } finally {
    await client.end();
  }
  throw new Error(
    'The running Tern was started without backups, so its log is not archived. Start it again with the same settings.',
  );
}

/** @throws Error that names the segment without which the backup could not be restored */
async function refuseGap(
  { store, series }: Archive,
  { startWal, endWal }: { startWal: string; endWal: string },
): Promise<void> {
  const stored = new Set(await listWal(store, series));
  for (let name = startWal; name <= endWal; name = nextSegment(name)) {
    if (!stored.has(name)) throw new Error(`The log segment ${name} was not archived.`);
  }
}
