/** Reads a file that an operator wrote for the server. */
import { readFileSync } from 'node:fs';

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  EACCES: 'cannot be read by the user of the server',
  EISDIR: 'is a folder',
};

/** @throws Error that names the file and says why it cannot be read, in words to act on */
export function readOwnFile(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    throw new Error(`${path} ${REASONS[code] ?? `cannot be read: ${code}`}`, { cause: error });
  }
}
