/** The shipped server: bundled, started as a process on a data folder, and killed. */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from './free-port.ts';
import { until } from './pass-time.ts';
import { VERSION } from '../../src/app/version.ts';

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));
const START_MS = 300_000;

type Entry = 'main' | 'audit' | 'backup' | 'cluster' | 'doctor' | 'operator' | 'restore';

export interface Build {
  /** Starts the server on a data folder inside the build. */
  start(options?: StartOptions): Promise<Instance>;
  /** Starts it and waits for its end. */
  run(entry: Entry, env?: Record<string, string>): Ended;
  /** Starts a command with these arguments, while the test goes on. */
  command(entry: Entry, args: readonly string[], env?: Record<string, string>): Instance;
  dataDir: string;
  /** The file of an instance, for tests that start it themselves. */
  entry(name: Entry): string;
  /** Stops everything that runs on the folder and removes it. */
  remove(): Promise<void>;
}

interface StartOptions {
  env?: Record<string, string>;
  /** False returns the process before it serves. */
  isAwaited?: boolean;
  /** How long it may take; the first start on a database makes a year of prices, which a busy machine does in minutes. */
  withinMs?: number;
}

export interface Ended {
  code: number | null;
  output: string;
}

export interface Instance {
  url: string;
  pid: number;
  output(): string;
  /** Resolves with the exit code, or the signal's name, once it is gone. */
  ended: Promise<number | string>;
  kill(signal: NodeJS.Signals): void;
  /** Gives a command its whole standard input. */
  type(text: string): void;
}

interface BuildOptions {
  /** The number of another release. */
  readonly version?: string;
  /** A migration that only this release has: its name without number, and its SQL. */
  readonly migration?: { readonly name: string; readonly sql: string };
}

/**
 * Builds the server into a temporary clone: its own bundle, the repository's packages and migrations.
 * So it is always what the sources say, and disturbs no build that others use.
 */
export function buildServer({ version, migration }: BuildOptions = {}): Build {
  const folder = mkdtempSync(join(tmpdir(), 'tern-build-'));
  const server = join(folder, 'apps', 'server');
  mkdirSync(server, { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  const migrations = join(server, 'migrations');
  if (migration === undefined) symlinkSync(join(ROOT, 'apps/server/migrations'), migrations);
  else {
    cpSync(join(ROOT, 'apps/server/migrations'), migrations, { recursive: true });
    writeFileSync(join(migrations, `9999-${migration.name}.sql`), migration.sql);
  }
  const dist = join(server, 'dist');
  execFileSync(process.execPath, [join(ROOT, 'tools/bundle-server.mjs'), dist], { stdio: 'pipe' });
  if (version !== undefined) setVersion(dist, version);
  const dataDir = join(folder, 'data');
  const instance = (entry: string) => join(dist, `${entry}.js`);
  return {
    dataDir,
    entry: instance,
    run(entry, env = {}) {
      const { status, stdout, stderr } = spawnSync(process.execPath, [instance(entry)], {
        env: { ...CLEAN, DATA_DIR: dataDir, ...env },
        cwd: folder,
        encoding: 'utf8',
        timeout: START_MS,
      });
      return { code: status, output: stdout + stderr };
    },
    command(entry, args, env = {}) {
      const child = spawn(process.execPath, [instance(entry), ...args], {
        env: { ...CLEAN, DATA_DIR: dataDir, ...env },
        cwd: folder,
        stdio: ['pipe', 'pipe', 'pipe'],
      });
      return over(child, '');
    },
    async start({ env = {}, isAwaited = true, withinMs = START_MS } = {}) {
      const port = env['PORT'] ?? String(await freePort());
      const child = spawn(process.execPath, [instance('main')], {
        env: { ...CLEAN, DATA_DIR: dataDir, PORT: port, CAPTCHA_FIXED: 'GULL', ...env },
        cwd: folder,
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      const started = over(child, `http://127.0.0.1:${port}`);
      if (isAwaited) await untilServing(started, withinMs);
      return started;
    },
    async remove() {
      await endDatabase(dataDir);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The bundler numbers constants of the same name. */
function setVersion(dist: string, version: string): void {
  const declared = new RegExp(String.raw`(\bVERSION\d* = )"${VERSION.replaceAll('.', '[.]')}"`);
  const files = readdirSync(dist).filter((each) => each.endsWith('.js'));
  const changed = files.filter((name) => {
    const file = join(dist, name);
    const text = readFileSync(file, 'utf8');
    if (!declared.test(text)) return false;
    writeFileSync(file, text.replace(declared, `$1"${version}"`));
    return true;
  });
  if (changed.length !== 1) throw new Error(`the version stands in ${changed.length} files`);
}

const CLEAN = { PATH: process.env['PATH'] ?? '', LOG_LEVEL: 'error' };

function over(child: ChildProcess, url: string): Instance {
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
    });
  }
  return {
    url,
    pid: child.pid ?? 0,
    output: () => output,
    ended: new Promise((resolve) => {
      child.on('close', (code, signal) => resolve(code ?? signal ?? ''));
    }),
    kill: (signal) => void child.kill(signal),
    type: (text) => void child.stdin?.end(text),
  };
}

async function untilServing(instance: Instance, withinMs: number): Promise<void> {
  let end: number | string | undefined;
  void instance.ended.then((code) => {
    end = code;
  });
  const started = () => instance.output().includes('Tern is running');
  const what = () => `the start of the server:\n${instance.output()}`;
  await until(what, () => end !== undefined || started(), { everyMs: 20, withinMs }).catch(
    (error: unknown) => {
      instance.kill('SIGKILL');
      throw error;
    },
  );
  if (!started()) throw new Error(`the server did not start (${end}):\n${instance.output()}`);
}

/** The id of the running database's main process on a data folder. */
export function databaseProcess(dataDir: string): number | undefined {
  try {
    const pid = Number(
      readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0],
    );
    process.kill(pid, 0);
    return pid;
  } catch {
    return undefined;
  }
}

async function endDatabase(dataDir: string): Promise<void> {
  const pid = databaseProcess(dataDir);
  if (pid === undefined) return;
  process.kill(pid, 'SIGQUIT');
  await until('the end of the database', () => databaseProcess(dataDir) === undefined);
}
