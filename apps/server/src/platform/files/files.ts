/** The port to private files, bytes under secret names, and its implementation in a local folder. */
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

export interface Files {
  /** Resolves when the bytes are stored durably. @throws Error otherwise */
  put(name: string, bytes: Uint8Array): Promise<void>;
  /** Undefined when there is no such file. @throws Error when that is unknown */
  get(name: string): Promise<Uint8Array | undefined>;
  /** Succeeds if there is no such file. */
  remove(name: string): Promise<void>;
}

const NAME = /^[\w-]{8,64}$/;

/** Prevents names that lead out of the folder. @throws Error, which is a bug of ours */
export function assertFileName(name: string): void {
  if (!NAME.test(name)) throw new Error('not a name of a file');
}

/** Subfolders, to limit the number of files in each. */
const folderOf = (name: string) => name.slice(0, 2);

/** Files in a local folder, readable by the server's user only. */
export function createFolderFiles(root: string): Files {
  const pathOf = (name: string) => {
    assertFileName(name);
    return join(root, folderOf(name), name);
  };
  return {
    async put(name, bytes) {
      const path = pathOf(name);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      // Written under another name first, so that no partial file is ever visible.
      const aside = `${path}.part`;
      const file = await open(aside, 'w', 0o600);
      try {
        await file.writeFile(bytes);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(aside, path);
    },
    async get(name) {
      try {
        return await readFile(pathOf(name));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
        throw error;
      }
    },
    async remove(name) {
      await rm(pathOf(name), { force: true });
    },
  };
}
