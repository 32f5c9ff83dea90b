/** Files of a Debian package, unpacked into a temporary folder without installing it. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Kept for the next run. */
const FOLDER = join(tmpdir(), 'tern-debian');

/** The file's place on this machine; undefined: it is not installed and cannot be had here. */
export function fileOfPackage(name: string, file: string): string | undefined {
  if (existsSync(join('/', file))) return join('/', file);
  const unpacked = join(FOLDER, name, file);
  if (existsSync(unpacked)) return unpacked;
  const cwd = mkdtempSync(join(tmpdir(), 'tern-download-'));
  if (spawnSync('apt-get', ['download', name], { cwd }).status !== 0) return undefined;
  const [archive] = readdirSync(cwd).filter((each) => each.endsWith('.deb'));
  if (archive === undefined) return undefined;
  spawnSync('dpkg', ['-x', join(cwd, archive), join(FOLDER, name)]);
  return existsSync(unpacked) ? unpacked : undefined;
}
