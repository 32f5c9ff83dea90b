/** Restores a data folder from a backup alone, on any machine, to its last second or to a chosen one. */
import { createHash } from 'node:crypto';
import {
  createWriteStream,
  existsSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
} from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { SERIES, spoolFolder } from '../database/embedded/archiving.ts';
import { clusterFolder } from '../database/embedded/cluster.ts';
import { LogEndsBefore, recover, replayFolder } from '../database/embedded/recover.ts';
import { createFolderFiles } from '../files/files.ts';
import { makeFolder } from '../files/make-folder.ts';
import { listWal, privateFolder, readOneFile, walFile } from './archive.ts';
import type { BackupStore } from './backup-store.ts';
import { decrypt, UnreadableBackup } from './encryption.ts';
import { CLUSTER_FILE, filesOf, KEY_FILE, keyFileOf } from './make-backup.ts';
import { type BaseBackup, findBackups } from './manifest.ts';
import { unpack } from './unpack.ts';
import { isSegment, nextSegment } from './wal-names.ts';

export interface RestoreOptions {
  readonly store: BackupStore;
  /** Private keys. */
  readonly keys: readonly string[];
  /** The new data folder: absent or empty. */
  readonly to: string;
  /** Epoch ms: what was committed until then. Absent: all that was archived. */
  readonly at?: number | undefined;
  /** Whose backups; needed where several data folders are backed up in one place. */
  readonly series?: string | undefined;
  readonly onProgress?: (line: string) => void;
}

/** What is asked for is not in the backup; the message says what is. */
class CannotRestore extends Error {
  override readonly name = 'CannotRestore';
}

/**
 * The new folder appears complete or not at all. Returns the backup it was restored from.
 * @throws `CannotRestore`, `UnreadableBackup`, `MissingInBackup`
 */
export async function restore(options: RestoreOptions): Promise<BaseBackup> {
  const to = resolve(options.to);
  refuseExisting(to);
  const series = await chooseSeries(options);
  const { backup, next } = await chooseBackup(options, series);
  makeFolder(dirname(to));
  const partial = mkdtempSync(join(dirname(to), `${basename(to)}.partial-`));
  try {
    await fill(partial, { ...options, series }, { backup, next });
    if (existsSync(to)) rmdirSync(to);
    renameSync(partial, to);
  } catch (error) {
    rmSync(partial, { recursive: true, force: true, maxRetries: 5 });
    throw error;
  }
  return backup;
}

function refuseExisting(to: string): void {
  if (existsSync(to) && readdirSync(to).length > 0) {
    throw new CannotRestore(`${to} is not empty. Name a new folder: nothing is ever overwritten.`);
  }
}

async function chooseSeries({ store, series }: RestoreOptions): Promise<string> {
  const all = (await store.list('')).filter((name) => name.startsWith(SERIES));
  if (series !== undefined && all.includes(series)) return series;
  if (series === undefined && all.length === 1) return all[0]!;
  if (all.length === 0) throw new CannotRestore('There is no backup.');
  throw new CannotRestore(`Name the backups to use, --series one of: ${all.join(', ')}.`);
}

interface Chosen {
  readonly backup: BaseBackup;
  /** The first backup of later: the log after its beginning is not needed. */
  readonly next: BaseBackup | undefined;
}

async function chooseBackup({ store, at }: RestoreOptions, series: string): Promise<Chosen> {
  const { complete } = await findBackups(store, series);
  const [first] = complete;
  if (first === undefined) throw new CannotRestore('There is no complete backup.');
  if (at === undefined) return { backup: complete.at(-1)!, next: undefined };
  const time = new Date(at).toISOString();
  const backup = complete.findLast(({ manifest }) => manifest.endedAt <= time);
  if (backup === undefined) {
    throw new CannotRestore(
      `The earliest moment that can be restored is ${first.manifest.endedAt}.`,
    );
  }
  return { backup, next: complete.find(({ manifest }) => manifest.startedAt > time) };
}

type Filling = RestoreOptions & { readonly series: string };

async function fill(dataDir: string, options: Filling, chosen: Chosen): Promise<void> {
  const { backup } = chosen;
  const print = options.onProgress ?? (() => undefined);
  const cluster = clusterFolder(dataDir);
  await mkdir(cluster, { mode: 0o700 });
  print(`Copying the backup of ${backup.manifest.endedAt}…`);
  // The largest file last: another key or a changed file shows early.
  if (partOf(backup, KEY_FILE) !== undefined) {
    await writeKey(openedPart(options, backup, KEY_FILE), keyFileOf(dataDir));
  }
  await copyFiles(dataDir, options);
  const gap = await copyLog(replayFolder(cluster), options, chosen);
  await unpack(openedPart(options, backup, CLUSTER_FILE), cluster);
  rmSync(spoolFolder(cluster), { recursive: true, force: true });
  print('Replaying the log…');
  try {
    await recover(dataDir, options.at);
  } catch (error) {
    throw error instanceof LogEndsBefore ? tooLate(error, gap) : error;
  }
}

function tooLate({ lastCommit }: LogEndsBefore, gap: string | undefined): CannotRestore {
  const newest = lastCommit === undefined ? 'before that moment' : `at ${lastCommit}`;
  const why = gap === undefined ? '' : ` The log segment ${gap} is missing.`;
  return new CannotRestore(
    `The archived log ends ${newest}; nothing was committed later in it.${why}`,
  );
}

const partOf = ({ manifest }: BaseBackup, name: string) =>
  manifest.files.find((file) => file.name === name);

const openedPart = (options: Filling, backup: BaseBackup, name: string) =>
  opened(options, `${backup.folder}/${name}`, partOf(backup, name)?.sha256);

/** The plain bytes of a stored file; the hash is compared before the last of them. */
async function* opened(
  { store, keys }: Filling,
  name: string,
  sha256?: string,
): AsyncIterable<Uint8Array> {
  const hash = createHash('sha256');
  const hashed = async function* () {
    for await (const chunk of store.get(name)) {
      hash.update(chunk);
      yield chunk;
    }
    if (sha256 !== undefined && hash.digest('hex') !== sha256) {
      throw new UnreadableBackup(`${name} was changed or is incomplete.`);
    }
  };
  yield* decrypt(hashed(), keys, name);
}

async function writeKey(source: AsyncIterable<Uint8Array>, path: string): Promise<void> {
  await pipeline(source, createWriteStream(path, { mode: 0o600 }));
}

/**
 * Copies the log from the start of the backup on, still compressed. Returns the first segment that is missing between two
 * others.
 * @throws `CannotRestore` when the backup would not be consistent, or the gap would silently shorten it
 */
async function copyLog(
  folder: string,
  options: Filling,
  { backup, next }: Chosen,
): Promise<string | undefined> {
  const { store, series, at } = options;
  const { startWal, endWal } = backup.manifest;
  const last = next?.manifest.startWal;
  const stored = (await listWal(store, series)).filter(
    (name) => isSegment(name) && name >= startWal && (last === undefined || name <= last),
  );
  const names = new Set(stored);
  await mkdir(folder, { mode: 0o700 });
  let name = startWal;
  for (; names.delete(name); name = nextSegment(name)) {
    const source = opened(options, walFile(series, name));
    await pipeline(source, createWriteStream(join(folder, `${name}.gz`), { mode: 0o600 }));
  }
  const isGap = names.size > 0;
  if (name <= endWal || (isGap && at === undefined)) {
    throw new CannotRestore(
      `The log segment ${name} is missing from the backup.` +
        (name <= endWal ? '' : ' Choose a moment before it with --at.'),
    );
  }
  return isGap ? name : undefined;
}

async function copyFiles(dataDir: string, options: Filling): Promise<void> {
  const files = createFolderFiles(filesOf(dataDir));
  const folder = privateFolder(options.series);
  for (const stored of await options.store.list(folder)) {
    const chunks = [];
    for await (const chunk of opened(options, `${folder}/${stored}`)) chunks.push(chunk);
    const { name, bytes } = readOneFile(Buffer.concat(chunks));
    await files.put(name, bytes);
  }
}
