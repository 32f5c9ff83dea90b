/** The port to the place of backups, and its implementation in a local folder. */
import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

export interface StoredFile {
  readonly bytes: number;
  /** Of what is stored, in hex. */
  readonly sha256: string;
}

/** Names are paths with `/`, without dots that lead out. */
export interface BackupStore {
  /** Resolves when all bytes are stored durably; otherwise nothing has this name. Replaces a file of the name. */
  put(name: string, source: AsyncIterable<Uint8Array>): Promise<StoredFile>;
  /** @throws `MissingInBackup` */
  get(name: string): AsyncIterable<Uint8Array>;
  /** The names directly in a folder, in order, complete files and folders only; empty without such a folder. */
  list(folder: string): Promise<string[]>;
  /** Removes a file, or a folder with all it contains. Succeeds if there is none. */
  remove(name: string): Promise<void>;
}

/** A file that the backup should contain is not there. */
export class MissingInBackup extends Error {
  override readonly name = 'MissingInBackup';

  constructor(file: string) {
    super(`${file} is missing from the backup.`);
  }
}

const PART = '.part-';
/** A file that nobody has written to for so long was left by a killed program. */
const ABANDONED_MS = 3_600_000;

/** Files in a folder, readable by the server's user only. */
export function createFolderStore(root: string): BackupStore {
  const pathOf = (name: string) => join(root, ...name.split('/'));
  return {
    async put(name, source) {
      const path = pathOf(name);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      const aside = `${path}${PART}${randomUUID()}`;
      try {
        const stored = await writeDurably(aside, source);
        await rename(aside, path);
        await syncFolder(dirname(path));
        return stored;
      } catch (error) {
        // What could not be written would otherwise keep a full disk full.
        await rm(aside, { force: true }).catch(() => undefined);
        throw namedAs(path, aside, error);
      }
    },
    async *get(name) {
      try {
        yield* createReadStream(pathOf(name)) as AsyncIterable<Uint8Array>;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new MissingInBackup(name);
        throw error;
      }
    },
    async list(folder) {
      const names = await readdir(pathOf(folder)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return [] as string[];
        throw error;
      });
      const complete = [];
      for (const name of names.sort()) {
        if (name.includes(PART)) await removeAbandoned(join(pathOf(folder), name));
        else complete.push(name);
      }
      return complete;
    },
    async remove(name) {
      await rm(pathOf(name), { recursive: true, force: true });
    },
  };
}

/** The name of the unfinished file is another one at each attempt: the same failure would be a new one each second. */
function namedAs(path: string, aside: string, error: unknown): unknown {
  if (error instanceof Error) error.message = error.message.replaceAll(aside, path);
  return error;
}

async function writeDurably(path: string, source: AsyncIterable<Uint8Array>): Promise<StoredFile> {
  const hash = createHash('sha256');
  let bytes = 0;
  const file = await open(path, 'w', 0o600);
  try {
    for await (const chunk of source) {
      hash.update(chunk);
      bytes += chunk.length;
      await file.writeFile(chunk);
    }
    await file.sync();
  } finally {
    await file.close();
  }
  return { bytes, sha256: hash.digest('hex') };
}

/** Makes a rename in the folder durable. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function removeAbandoned(path: string): Promise<void> {
  const found = await stat(path).catch(() => undefined);
  if (found !== undefined && Date.now() - found.mtimeMs > ABANDONED_MS) {
    await rm(path, { force: true });
  }
}
