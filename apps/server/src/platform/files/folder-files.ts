/** Files in a local folder, readable by the program's user only. */
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { assertFileName, type Files } from './files.ts';

/** Subfolders, to limit the number of files in each. */
const folderOf = (name: string) => name.slice(0, 2);

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
