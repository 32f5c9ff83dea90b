/** The folder of the database cluster: created completely or not at all, and owned by the user that runs it. */
import { spawn } from 'node:child_process';
import {
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  lchownSync,
  lstatSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';
import { type Account, CLEAN_ENVIRONMENT, canEnter } from './account.ts';
import { type Installation, programIn } from './installation.ts';
import { POSTGRES_MAJOR, EmbeddedCannotRun } from './native-binaries.ts';
import { isRunning, readPidFile } from './pid-file.ts';

/** The superuser; only the launcher and tests use it. */
export const SUPERUSER = 'postgres';

const PARTIAL = 'postgres.partial-';

/** Builtin collation: text order does not depend on the system's library. */
const INITDB_FLAGS = [
  '--auth=trust',
  `--username=${SUPERUSER}`,
  '--encoding=UTF8',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  `--locale=${process.platform === 'darwin' ? 'C' : 'C.UTF-8'}`,
];

export function clusterFolder(dataDir: string): string {
  return join(dataDir, 'postgres');
}

/** The owner of the cluster's folder, if there is one. */
export function clusterOwner(dataDir: string): number | undefined {
  return lstatSync(clusterFolder(dataDir), { throwIfNoEntry: false })?.uid;
}

export interface NewCluster {
  /** Does not wait until the new files are on disk. */
  readonly isFast: boolean;
  readonly onProgress: (line: string) => void;
}

/**
 * Ensures that the data folder contains a complete cluster. A new one is created under another name and renamed at the
 * end, so that an interrupted start leaves no partial one.
 * @throws Error when the folder contains something else
 */
export async function ensureCluster(
  dataDir: string,
  installation: Installation,
  { isFast, onProgress }: NewCluster,
): Promise<void> {
  const folder = clusterFolder(dataDir);
  removeUnfinished(dataDir);
  if (existsSync(folder) && readdirSync(folder).length > 0) {
    refuseForeignFolder(folder);
    const server = readPidFile(folder);
    if (server === undefined || !isRunning(server)) giveTo(installation.account, folder);
    return;
  }
  onProgress('Creating the database…');
  const partial = mkdtempSync(join(dataDir, PARTIAL));
  giveTo(installation.account, partial);
  await initdb(installation, partial, isFast ? [...INITDB_FLAGS, '--no-sync'] : INITDB_FLAGS);
  if (existsSync(folder)) rmdirSync(folder);
  renameSync(partial, folder);
  if (!isFast) syncFolder(dataDir);
}

/**
 * The path of the cluster for the instance: relative to its working directory if its user cannot enter the folders above.
 */
export function clusterPath(account: Account, folder: string): string {
  return account.spawnAs.uid === undefined || canEnter(account, folder) ? folder : '/proc/self/cwd';
}

/** Makes a rename in the folder durable. */
function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r');
  fsyncSync(handle);
  closeSync(handle);
}

function removeUnfinished(dataDir: string): void {
  for (const name of readdirSync(dataDir).filter((entry) => entry.startsWith(PARTIAL))) {
    try {
      rmSync(join(dataDir, name), { recursive: true, force: true, maxRetries: 3 });
    } catch {
      // The initdb of a killed start may still be writing there; the next start removes it.
    }
  }
}

function refuseForeignFolder(folder: string): void {
  const version = join(folder, 'PG_VERSION');
  const ownUid = process.getuid?.();
  const { uid } = lstatSync(folder);
  if (ownUid !== 0 && uid !== ownUid) {
    throw new Error(`${folder} belongs to user id ${uid}; start Tern as that user or as root.`);
  }
  if (!existsSync(version)) throw new Error(`${folder} is not a database folder.`);
  const major = readFileSync(version, 'utf8').trim();
  if (major !== POSTGRES_MAJOR) {
    throw new Error(`${folder} was made by PostgreSQL ${major}, this is ${POSTGRES_MAJOR}.`);
  }
}

function giveTo(account: Account, folder: string): void {
  if (account.owner === undefined || lstatSync(folder).uid === account.owner.uid) return;
  chownTree(folder, account.owner);
}

/** The folder itself comes last, so that an interrupted change is repeated. */
function chownTree(folder: string, owner: { readonly uid: number; readonly gid: number }): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) chownTree(path, owner);
    else lchownSync(path, owner.uid, owner.gid);
  }
  chownSync(folder, owner.uid, owner.gid);
}

function initdb(
  { native, account }: Installation,
  folder: string,
  flags: readonly string[],
): Promise<void> {
  const args = [`--pgdata=${clusterPath(account, folder)}`, ...flags];
  const [file, allArgs] = account.command(programIn(native, 'initdb'), args);
  const child = spawn(file, allArgs, {
    ...account.spawnAs,
    cwd: folder,
    env: CLEAN_ENVIRONMENT,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
    });
  }
  return new Promise((resolve, reject) => {
    child.on('error', (error) => reject(new EmbeddedCannotRun('initdb did not start.', error)));
    child.on('close', (code) => {
      if (code === 0) resolve();
      else reject(new EmbeddedCannotRun(`initdb failed:\n${output.trim().slice(-2_000)}`));
    });
  });
}
