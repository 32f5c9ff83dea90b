/** Moves the archived write-ahead log, and copies private files, into the store. */
import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { PassThrough } from 'node:stream';
import { createGzip } from 'node:zlib';
import type { BackupStore } from './backup-store.ts';
import { encrypt } from './encryption.ts';
import { isWalFile } from './wal-names.ts';

/** Where a series goes, and for whom it is encrypted. */
export interface Archive {
  readonly store: BackupStore;
  readonly series: string;
  readonly recipients: readonly string[];
}

const walFolder = (series: string): string => `${series}/wal`;
const WAL_SUFFIX = '.gz.age';
export const walFile = (series: string, name: string): string =>
  `${walFolder(series)}/${name}${WAL_SUFFIX}`;

/** The names of the stored log files, in order. */
export async function listWal(store: BackupStore, series: string): Promise<string[]> {
  const names = await store.list(walFolder(series));
  return names
    .filter((name) => name.endsWith(WAL_SUFFIX))
    .map((name) => name.slice(0, -WAL_SUFFIX.length));
}

/**
 * Moves each finished log file from the spool into the store: it leaves the spool when it is stored durably. May run several
 * times at once, as a command beside the server.
 * @throws the store's error; what was not moved stays
 */
export async function shipWal(archive: Archive, spool: string): Promise<void> {
  for (const name of (await namesIn(spool)).filter(isWalFile).sort()) {
    const path = join(spool, name);
    try {
      await archive.store.put(
        walFile(archive.series, name),
        encrypt(gzipped(path), archive.recipients),
      );
    } catch (error) {
      // Only what is stored leaves the spool: another run has moved it.
      if (!existsSync(path)) continue;
      throw error;
    }
    await rm(path, { force: true });
  }
}

/** The file is opened when the first byte is read: an error before would have no reader, and end the process. */
async function* gzipped(path: string): AsyncIterable<Uint8Array> {
  const target = new PassThrough();
  const piping = pipeline(createReadStream(path), createGzip({ level: 3 }), target);
  // An error of the source reaches the reader through the target.
  piping.catch(() => undefined);
  yield* target as AsyncIterable<Uint8Array>;
  await piping;
}

const namesIn = (folder: string): Promise<string[]> =>
  readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });

export const privateFolder = (series: string): string => `${series}/files`;

/** The name of a private file is secret, so it is stored inside. */
const storedName = (name: string): string =>
  `${createHash('sha256').update(name).digest('hex')}.age`;

/**
 * Copies private files that are not stored yet; they never change. Returns the stored names of all.
 * @throws the store's error
 */
export async function shipFiles(archive: Archive, folder: string): Promise<string[]> {
  const { store, series, recipients } = archive;
  const stored = new Set(await store.list(privateFolder(series)));
  const all: string[] = [];
  for (const part of await namesIn(folder)) {
    for (const name of await namesIn(join(folder, part))) {
      if (name.endsWith('.part')) continue;
      const target = storedName(name);
      if (!stored.has(target)) {
        const bytes = await readIfPresent(join(folder, part, name));
        if (bytes === undefined) continue;
        const source = oneFile(name, bytes);
        await store.put(`${privateFolder(series)}/${target}`, encrypt(source, recipients));
      }
      all.push(target);
    }
  }
  return all.sort();
}

/** A file may be removed while the folder is read. */
const readIfPresent = (path: string): Promise<Uint8Array | undefined> =>
  readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });

/** The first line is the name. */
async function* oneFile(name: string, bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield Buffer.from(`${name}\n`);
  yield bytes;
}

/** The inverse of how a private file is stored. */
export function readOneFile(content: Buffer): { name: string; bytes: Uint8Array } {
  const end = content.indexOf(10);
  return { name: content.subarray(0, end).toString('utf8'), bytes: content.subarray(end + 1) };
}
