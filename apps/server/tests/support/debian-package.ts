/** Programs from Debian's packages, unpacked beside the tests; nothing is installed on the machine. */
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Unpacked {
  /** Has `usr/bin` and the other folders of the package. */
  readonly folder: string;
  remove(): void;
}

/** Or why it is not there: then tests that need it are skipped with this reason. */
export function unpackDebian(name: string): Unpacked | { readonly missing: string } {
  const home = mkdtempSync(join(tmpdir(), `tern-${name}-`));
  const folder = join(home, 'package');
  const remove = () => rmSync(home, { recursive: true, force: true });
  const run = (command: string, ...args: string[]) =>
    spawnSync(command, args, { cwd: home, encoding: 'utf8' });
  const give = (missing: string) => {
    remove();
    return { missing };
  };
  const downloaded = run('apt-get', 'download', name);
  if (downloaded.error !== undefined) return give('apt-get is not on this machine');
  const file = readdirSync(home).find((each) => each.endsWith('.deb'));
  if (file === undefined) return give(`apt-get cannot download ${name} on this machine`);
  mkdirSync(folder);
  if (run('dpkg', '-x', file, folder).status !== 0) return give(`${name} cannot be unpacked`);
  // Servers run as other users.
  chmodSync(home, 0o755);
  return { folder, remove };
}

/** The file's place on this machine; undefined: it is not installed, and cannot be had here. An unpacked one stays until the process ends. */
export function fileOfPackage(name: string, file: string): string | undefined {
  const installed = join('/', file);
  if (existsSync(installed)) return installed;
  const unpacked = unpackDebian(name);
  if ('missing' in unpacked) return undefined;
  process.once('exit', unpacked.remove);
  const path = join(unpacked.folder, file);
  return existsSync(path) ? path : undefined;
}
