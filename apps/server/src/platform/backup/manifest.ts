/** The manifest of a base backup: written last, so that a backup with one is complete. */
import { createHash } from 'node:crypto';
import { UnreadableBackup } from './encryption.ts';
import type { BackupStore, StoredFile } from './backup-store.ts';

export interface Manifest {
  readonly version: 1;
  /** ISO times. Any moment from the end of the backup on can be restored. */
  readonly startedAt: string;
  readonly endedAt: string;
  /** First and last segment of the write-ahead log without which the backup is not consistent. */
  readonly startWal: string;
  readonly endWal: string;
  /** The version of the database server. */
  readonly postgres: string;
  readonly files: readonly (StoredFile & { readonly name: string })[];
  /** The stored names of the private files that existed. */
  readonly privateFiles: readonly string[];
}

const MANIFEST = 'manifest.json';

const digest = (text: string) => createHash('sha256').update(text).digest('hex');

/** A line of JSON, and its hash, which shows a changed byte. */
export async function writeManifest(
  store: BackupStore,
  folder: string,
  manifest: Manifest,
): Promise<void> {
  const line = JSON.stringify(manifest);
  await store.put(`${folder}/${MANIFEST}`, once(Buffer.from(`${line}\n${digest(line)}\n`)));
}

async function* once(bytes: Uint8Array) {
  yield bytes;
}

/** @throws `MissingInBackup`, `UnreadableBackup` */
async function readManifest(store: BackupStore, folder: string): Promise<Manifest> {
  const name = `${folder}/${MANIFEST}`;
  const chunks = [];
  for await (const chunk of store.get(name)) chunks.push(chunk);
  const [line = '', hash, end] = Buffer.concat(chunks).toString('utf8').split('\n');
  if (hash !== digest(line) || end !== '') throw new UnreadableBackup(`${name} was changed.`);
  return JSON.parse(line) as Manifest;
}

export interface BaseBackup {
  /** In the store. */
  readonly folder: string;
  readonly manifest: Manifest;
}

/** The folder of the base backups of a series. */
export const baseFolder = (series: string): string => `${series}/base`;

export interface FoundBackups {
  /** Oldest first. */
  readonly complete: readonly BaseBackup[];
  /** Folders without a manifest: being written, or left by a killed program. */
  readonly incomplete: readonly string[];
}

/** @throws `UnreadableBackup` when a manifest was changed */
export async function findBackups(store: BackupStore, series: string): Promise<FoundBackups> {
  const complete: BaseBackup[] = [];
  const incomplete: string[] = [];
  for (const id of await store.list(baseFolder(series))) {
    const folder = `${baseFolder(series)}/${id}`;
    const names = await store.list(folder);
    if (!names.includes(MANIFEST)) incomplete.push(folder);
    else complete.push({ folder, manifest: await readManifest(store, folder) });
  }
  const byTime = (a: BaseBackup, b: BaseBackup) =>
    a.manifest.endedAt < b.manifest.endedAt ? -1 : 1;
  return { complete: complete.sort(byTime), incomplete };
}

/** Removes a base backup; a half removed one is an incomplete one. */
export async function removeBackup(store: BackupStore, folder: string): Promise<void> {
  await store.remove(`${folder}/${MANIFEST}`);
  await store.remove(folder);
}
