/** Reads a file that an operator wrote for the server. */
import { readFileSync, statSync } from 'node:fs';

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

/** File permissions of other users. */
const OTHERS = 0o077;

/**
 * Reads a secret of the operator from a file that other users of the machine cannot read.
 * @throws Error that names the file, never its content
 */
export function readKeyFile(path: string): string {
  const text = readOwnFile(path).trim();
  const { mode } = statSync(path);
  if (process.platform !== 'win32' && (mode & OTHERS) !== 0) {
    throw new Error(`${path} can be read by others on this machine: chmod 600 it`);
  }
  if (text === '') throw new Error(`${path} is empty`);
  return text;
}
