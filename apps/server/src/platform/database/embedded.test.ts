/** The embedded server: first start, crash, adoption of a running server, and unusual environments. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { passTime, until } from '../../../tests/support/pass-time.ts';
import type { ConnectionTarget } from './connection.ts';
import { type Embedded, startEmbedded } from './embedded.ts';
import { readPidFile } from './embedded/pid-file.ts';
import { isAlive, isTaken } from './embedded/processes.ts';
import { openDatabase } from './open-database.ts';
import { prepareServer } from './roles.ts';

const isRoot = process.getuid?.() === 0;
const UNNAMED_USER = 54_321;

/** True when every folder of the path can be entered by any user. */
function isOpenToAll(folder: string): boolean {
  const parent = dirname(folder);
  const isEnterable = !existsSync(folder) || (statSync(folder).mode & 0o001) !== 0;
  return isEnterable && (parent === folder || isOpenToAll(parent));
}

/** Built inside the repository, so that the program finds the installed packages. */
const cache = fileURLToPath(new URL('../../../../../node_modules/.cache/', import.meta.url));
let programFolder: string;
let program: string;
let home: string;
const children = new Set<ChildProcess>();
const running = new Set<Embedded>();

beforeAll(async () => {
  mkdirSync(cache, { recursive: true });
  programFolder = mkdtempSync(join(cache, 'tern-embedded-'));
  chmodSync(programFolder, 0o755);
  program = join(programFolder, 'program.mjs');
  await build({
    entryPoints: [
      fileURLToPath(new URL('../../../tests/support/embedded-instance.ts', import.meta.url)),
    ],
    outfile: program,
    bundle: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
  });
});
afterAll(() => rmSync(programFolder, { recursive: true }));

/** A cluster that was made from nothing and cleanly stopped, for tests that do not create one. */
let seed: string;
/** What its first start said, and its process. */
const seeding: { lines: string[]; pid: number | undefined } = { lines: [], pid: undefined };

beforeAll(async () => {
  seed = mkdtempSync(join(tmpdir(), 'tern-embedded-seed-'));
  const onProgress = (line: string) => void seeding.lines.push(line);
  const first = await startEmbedded({ dataDir: seed, fast: true, onProgress });
  await ask(first.owner, 'create table from_the_start as select 42 as value');
  seeding.pid = serverPid(seed);
  await first.stop();
});
afterAll(() => rmSync(seed, { recursive: true }));

function copySeed(dataDir: string): void {
  cpSync(seed, dataDir, { recursive: true });
}

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'tern-embedded-'));
  chmodSync(home, 0o755);
});
afterEach(async () => {
  for (const child of children) child.kill('SIGKILL');
  for (const embedded of running) await embedded.stop();
  children.clear();
  running.clear();
  await stopLeftServers(home);
  rmSync(home, { recursive: true, force: true, maxRetries: 5 });
});

async function stopLeftServers(folder: string): Promise<void> {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('postmaster.pid')) continue;
    const left = readPidFile(join(folder, name, '..'));
    if (left === undefined || !isAlive(left.pid)) continue;
    process.kill(left.pid, 'SIGQUIT');
    await until('the end of the server', () => !isAlive(left.pid));
  }
}

async function start(dataDir: string, onProgress?: (line: string) => void): Promise<Embedded> {
  const embedded = await startEmbedded({ dataDir, fast: true, ...(onProgress && { onProgress }) });
  running.add(embedded);
  return embedded;
}

async function stop(embedded: Embedded): Promise<void> {
  running.delete(embedded);
  await embedded.stop();
}

async function ask(target: ConnectionTarget, sql: string): Promise<unknown> {
  const client = new Client(target);
  client.on('error', () => undefined);
  await client.connect();
  try {
    const result = await client.query({ text: sql, rowMode: 'array' });
    return result.rows[0]?.[0];
  } finally {
    await client.end();
  }
}

interface Instance {
  readonly child: ChildProcess;
  /** Waits for a line that starts with this text. */
  line(start: string): Promise<string>;
  readonly ended: Promise<number | null>;
}

/** Runs the launcher in a separate process that can be killed. */
function runInstance(dataDir: string, user: { uid?: number; gid?: number } = {}): Instance {
  const child = spawn(process.execPath, [program, dataDir], { ...user, detached: true, cwd: '/' });
  children.add(child);
  let output = '';
  const listeners = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      for (const listener of listeners) listener();
    });
  }
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  const line = (start: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        const found = output.split('\n').find((text) => text.startsWith(start));
        if (found !== undefined) resolve(found);
      };
      listeners.add(look);
      look();
      void ended.then(() => reject(new Error(`ended without "${start}":\n${output}`)));
    });
  return { child, line, ended };
}

const serverPid = (dataDir: string): number | undefined =>
  readPidFile(join(dataDir, 'postgres'))?.pid;

describe('the embedded database', () => {
  test('starts from nothing, keeps its data over a restart, and stops completely', async () => {
    expect(seeding.lines).toEqual(['Creating the database…']);
    expect(isAlive(seeding.pid!)).toBe(false);

    copySeed(home);
    const lines: string[] = [];
    const again = await start(home, (line) => lines.push(line));
    expect(lines).toEqual([]);
    const kept = 'select value from from_the_start';
    expect(await ask(again.owner, kept)).toBe(42);
    expect(await ask(again.admin, 'show listen_addresses')).toBe('');
    await expect(ask(again.app, kept)).rejects.toThrow('permission denied');
  });

  test('is durable by default; after a crash one call puts all its files on disk, where Linux reports failures of it', async () => {
    copySeed(home);
    const embedded = await startEmbedded({ dataDir: home });
    running.add(embedded);
    const database = await openDatabase({ connection: embedded.app });
    await database.close();
    for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes']) {
      expect(await ask(embedded.app, `show ${setting}`)).toBe('on');
    }
    const method = await ask(embedded.app, 'show recovery_init_sync_method');
    expect(method).toBe(process.platform === 'linux' ? 'syncfs' : 'fsync');
  });

  test("refuses a second instance on the same folder and names the first; writes nothing of the instance's refused statements into its log", async () => {
    copySeed(home);
    const embedded = await start(home);
    await expect(start(home)).rejects.toThrow(`Another Tern process (pid ${process.pid})`);
    expect(await ask(embedded.app, 'select 1')).toBe(1);
    const spend =
      "do $$ begin raise exception 'balance 9876543.21 is too small' using errcode = 'check_violation'; end $$";
    await expect(ask(embedded.app, spend)).rejects.toThrow('9876543.21');
    // The administrator's statement shows that the log is written.
    await expect(ask(embedded.admin, 'select * from of_the_administrator')).rejects.toThrow(
      'does not exist',
    );
    const log = readFileSync(join(home, 'postgres.log'), 'utf8');
    expect(log).toContain('of_the_administrator');
    expect(log).not.toContain('9876543.21');
  });

  test('is adopted, still running, after its instance was killed', async () => {
    copySeed(home);
    const killed = runInstance(home);
    await killed.line('up');
    const pid = serverPid(home) as number;
    killed.child.kill('SIGKILL');
    await killed.ended;
    expect(isAlive(pid)).toBe(true);

    const next = runInstance(home);
    expect(await next.line('up')).toBe('up 2');
    expect(serverPid(home)).toBe(pid);
    next.child.kill('SIGTERM');
    expect(await next.ended).toBe(0);
    expect(isAlive(pid)).toBe(false);
  });

  test('is restarted when it dies while the instance runs', async () => {
    copySeed(home);
    const lines: string[] = [];
    const embedded = await startEmbedded({ dataDir: home, onProgress: (line) => lines.push(line) });
    running.add(embedded);
    await ask(embedded.owner, 'create table kept as select 42 as value');
    process.kill(serverPid(home) as number, 'SIGKILL');
    await expect.poll(() => ask(embedded.owner, 'select value from kept').catch(() => 0)).toBe(42);
    expect(lines.at(-1)).toBe('The database stopped unexpectedly; restarting it…');
  });

  test('waits for a statement of the killed server that still runs', async () => {
    copySeed(home);
    const lines: string[] = [];
    const embedded = await start(home, (line) => lines.push(line));
    const endless = ask(
      embedded.app,
      `do $$ declare n int := 0; begin loop n := (n + 1) % 10; end loop; end $$`,
    ).catch(() => undefined);
    const running = `select pid from pg_stat_activity where query like 'do %' and state = 'active'`;
    const pid = await until('the statement', () => ask(embedded.app, running));
    process.kill(serverPid(home) as number, 'SIGKILL');
    // More often than it tries a server that does not start for another reason.
    const refusals = () =>
      readFileSync(join(home, 'postgres.log'), 'utf8').split('pre-existing shared memory').length -
      1;
    await until('fourteen attempts', () => refusals() > 13, { everyMs: 100 });
    process.kill(pid as number, 'SIGKILL');
    await endless;
    await expect.poll(() => ask(embedded.app, 'select 1').catch(() => 0)).toBe(1);
    expect(lines.at(-1)).toBe('The database stopped unexpectedly; restarting it…');
  });

  test('recovers when server and instance were killed together', async () => {
    copySeed(home);
    const killed = runInstance(home);
    await killed.line('up');
    process.kill(serverPid(home) as number, 'SIGKILL');
    killed.child.kill('SIGKILL');
    await killed.ended;
    expect(await runInstance(home).line('up')).toBe('up 2');
  });

  test('recovers when the process ids of the killed ones were reused', async () => {
    copySeed(home);
    const other = spawn('sleep', ['30']);
    children.add(other);
    const cluster = join(home, 'postgres');
    const pidFile = `${other.pid}\n${cluster}\n1\n5432\n.\n\n  1  1\nready   \n`;
    writeFileSync(join(cluster, 'postmaster.pid'), pidFile);
    writeFileSync(join(cluster, '.s.PGSQL.5432.lock'), pidFile);
    writeFileSync(join(home, 'tern.lock'), JSON.stringify({ pid: other.pid, bornAs: '1' }));
    const embedded = await start(home);
    expect(await ask(embedded.app, 'select 1')).toBe(1);
    expect(isAlive(other.pid as number)).toBe(true);
  });

  test('starts immediately when nobody has reaped the killed server', async () => {
    copySeed(home);
    // A process of the database's user; `sleep` does not know of the child that its shell has started, and which ends later.
    const { uid, gid } = statSync(join(seed, 'postgres'));
    const script = 'exec 3<&0; (read end <&3) & echo $!; exec sleep 30';
    const parent = spawn('/bin/sh', ['-c', script], { uid, gid, cwd: '/' });
    children.add(parent);
    const [line] = (await once(parent.stdout, 'data')) as [Buffer];
    const dead = Number(line.toString());
    const nameOf = () => readFileSync(`/proc/${parent.pid}/comm`, 'utf8').trim();
    await until('the shell to become sleep', () => nameOf() === 'sleep');
    parent.stdin.end('\n');
    await until('the end of the child', () => !isAlive(dead));
    expect(isTaken(dead)).toBe(true);
    const cluster = join(home, 'postgres');
    writeFileSync(
      join(cluster, 'postmaster.pid'),
      `${dead}\n${cluster}\n1\n5432\n.\n\n  1  1\nready   \n`,
    );
    const embedded = await start(home);
    expect(await ask(embedded.app, 'select 1')).toBe(1);
    expect(readFileSync(join(home, 'postgres.log'), 'utf8')).not.toContain('already exists');
  });

  test('starts over when its first start was killed halfway', async () => {
    const killed = runInstance(home);
    await killed.line('Creating');
    await passTime(100, 'the first start gets somewhere');
    killed.child.kill('SIGKILL');
    await killed.ended;
    expect(existsSync(join(home, 'postgres'))).toBe(false);
    expect(await runInstance(home).line('up')).toBe('up 1');
  });

  test('outlives Ctrl-C until the instance has finished its work', async () => {
    copySeed(home);
    const program = runInstance(home);
    await program.line('up');
    process.kill(-(program.child.pid as number), 'SIGINT');
    expect(await program.line('last words')).toBe('last words 1');
    expect(await program.ended).toBe(0);
  });

  test('refuses a folder that is not a database of this version, naming its content', async () => {
    mkdirSync(join(home, 'postgres'));
    writeFileSync(join(home, 'postgres', 'PG_VERSION'), '15\n');
    await expect(start(home)).rejects.toThrow('was made by PostgreSQL 15, this is 18');
    rmSync(join(home, 'postgres', 'PG_VERSION'));
    writeFileSync(join(home, 'postgres', 'letter.txt'), 'dear');
    await expect(start(home)).rejects.toThrow('is not a database folder');
  });

  test('serves a login over TCP that may create roles', async () => {
    copySeed(home);
    const embedded = await start(home);
    await ask(embedded.admin, 'drop role tern_app');
    await ask(embedded.admin, 'alter role tern_owner createrole');
    const host = encodeURIComponent(embedded.owner.host as string);
    const url = `postgres://tern_owner@localhost:5432/tern?host=${host}`;
    const access = await prepareServer({ url });
    const database = await openDatabase({ connection: access.app, allowUnsafe: true });
    await database.close();
    expect(
      await ask(embedded.admin, `select rolcanlogin from pg_roles where rolname = 'tern_app'`),
    ).toBe(false);
  });
});

describe('the embedded database runs', () => {
  test('in a folder with spaces and quotes whose path is longer than a socket name may be', async () => {
    const folder = join(home, `it's "my" folder, ${'deep-'.repeat(30)}`);
    copySeed(folder);
    const embedded = await start(folder);
    expect(await ask(embedded.app, 'select 1')).toBe(1);
  });

  test.runIf(isRoot)('as root in a folder that no other user can enter', async () => {
    chmodSync(home, 0o700);
    const embedded = await start(join(home, 'data'));
    expect(await ask(embedded.app, 'select 1')).toBe(1);
  });

  test.runIf(isRoot)(
    'as root under a user id that no other instance has, not as nobody',
    async () => {
      const nobody = { uid: 65_534, gid: 65_534 };
      const { uid } = nobody;
      const cluster = join(home, 'data', 'postgres');
      const embedded = await start(join(home, 'data'));
      await ask(embedded.admin, 'create table before as select 7 as kept');
      expect(statSync(cluster).uid).not.toBe(uid);
      const reads = spawnSync('cat', [join(cluster, 'PG_VERSION')], { ...nobody, cwd: '/' });
      expect(reads.status).not.toBe(0);
      await stop(embedded);
      // As it was made before.
      spawnSync('chown', ['-R', `${uid}:${uid}`, cluster]);
      const again = await start(join(home, 'data'));
      expect(statSync(cluster).uid).not.toBe(uid);
      expect(await ask(again.admin, 'select kept from before')).toBe(7);
    },
  );

  // In a clone that only its owner can enter, another user cannot run the program.
  test.runIf(isRoot && process.platform === 'linux' && isOpenToAll(cache))(
    'as an ordinary user, even one the system has no name for',
    async () => {
      const unnamed = { uid: UNNAMED_USER, gid: UNNAMED_USER };
      const fresh = join(home, 'of-an-unnamed-user');
      mkdirSync(fresh);
      chmodSync(fresh, 0o777);
      expect(await runInstance(fresh, unnamed).line('up')).toBe('up 1');
      const nobody = { uid: 65_534, gid: 65_534 };
      const made = join(home, 'of-nobody');
      copySeed(made);
      spawnSync('chown', ['-R', `${nobody.uid}:${nobody.gid}`, made]);
      expect(await runInstance(made, nobody).line('up')).toBe('up 1');
    },
  );
});
