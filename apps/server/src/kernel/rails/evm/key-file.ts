/** Reads a secret of the operator from a file that other users of the machine cannot read. */
import { readFileSync, statSync } from 'node:fs';

const OTHERS = 0o077;

/** Fails with: a thrown error that names the file, never its content. */
export function readKeyFile(path: string): string {
  const { mode } = statSync(path);
  if (process.platform !== 'win32' && (mode & OTHERS) !== 0) {
    throw new Error(`${path} can be read by others on this machine: chmod 600 it`);
  }
  const text = readFileSync(path, 'utf8').trim();
  if (text === '') throw new Error(`${path} is empty`);
  return text;
}
