/** Makes a folder that a person has named, or says why it cannot be made. */
import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

const WHY: Readonly<Record<string, string>> = {
  EEXIST: 'it is a file',
  ENOTDIR: 'part of it is a file',
  ENOENT: 'no folder can be made there',
  EACCES: 'this user may not make it',
  EPERM: 'this user may not make it',
  EROFS: 'that disk is read-only',
};

/**
 * With the folders above it; does nothing when it is there.
 * @throws Error "Tern cannot use /path: it is a file.", followed by the remedy
 */
export function makeFolder(path: string, remedy = ''): void {
  try {
    makeOneByOne(path);
  } catch (error) {
    const { code = String(error) } = error as NodeJS.ErrnoException;
    const sentence = `Tern cannot use ${path}: ${WHY[code] ?? code}. ${remedy}`.trimEnd();
    throw new Error(sentence, { cause: error });
  }
}

/** Node's own recursive call never returns where the parent exists and refuses with ENOENT, as /proc does. */
function makeOneByOne(path: string): void {
  try {
    if (statSync(path).isDirectory()) return;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    makeOneByOne(dirname(path));
  }
  try {
    mkdirSync(path);
  } catch (error) {
    // Another process has just made it.
    const isThere =
      (error as NodeJS.ErrnoException).code === 'EEXIST' && statSync(path).isDirectory();
    if (!isThere) throw error;
  }
}
