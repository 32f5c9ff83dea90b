/** An operator's own PostgreSQL, as the handbook sets it up, from the programs of the system. */
import { spawnSync, type SpawnSyncReturns } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const SYSTEM = '/usr/lib/postgresql';
const ROLES = fileURLToPath(new URL('../../../../deploy/roles.sql', import.meta.url));
const SUPERUSER = 'postgres';
const PASSWORD = 'test-password';
/** PostgreSQL refuses to run as root. */
const NOBODY = { uid: 65_534, gid: 65_534 };
const account: Partial<typeof NOBODY> = process.getuid?.() === 0 ? NOBODY : {};

/** The programs of the newest version between these; undefined if the machine has none. */
export function systemPostgres(oldest: number, newest: number): string | undefined {
  if (!existsSync(SYSTEM)) return undefined;
  const majors = readdirSync(SYSTEM)
    .map(Number)
    .filter((major) => major >= oldest && major <= newest)
    .filter((major) => existsSync(join(SYSTEM, String(major), 'bin/initdb')))
    .sort((one, other) => other - one);
  return majors[0] === undefined ? undefined : join(SYSTEM, String(majors[0]), 'bin');
}

export interface SystemPostgres {
  /** A folder of its user; the cluster is in `data`, its socket in `socket`. */
  readonly home: string;
  readonly data: string;
  /** The settings of the program that uses it. */
  readonly environment: Readonly<Record<string, string>>;
  start(): void;
  stop(): void;
  sql(text: string): string;
  /** Runs a line of the handbook as the user of the database. */
  shell(line: string): SpawnSyncReturns<string>;
  remove(): void;
}

/** `env`: for its processes and for `shell`. */
export function createSystemPostgres(
  bin: string,
  port: number,
  env: (home: string) => Record<string, string>,
): SystemPostgres {
  const home = mkdtempSync(join(tmpdir(), 'tern-postgres-'));
  const { uid, gid } = account;
  if (uid !== undefined && gid !== undefined) chownSync(home, uid, gid);
  const [data, socket] = [join(home, 'data'), home];
  const given = env(home);
  const path = [given['PATH'], bin, process.env['PATH']].filter(Boolean).join(':');
  const run = (command: string, args: readonly string[], more: Record<string, string> = {}) =>
    spawnSync(command, args, {
      ...account,
      cwd: home,
      encoding: 'utf8',
      env: { LANG: 'C.UTF-8', HOME: home, ...given, ...more, PATH: path },
    });
  const must = (ran: SpawnSyncReturns<string>): string => {
    if (ran.status !== 0) throw new Error(`${ran.stdout}\n${ran.stderr}\n${String(ran.error)}`);
    return ran.stdout;
  };
  const psql = (args: readonly string[], more = {}) =>
    must(run('psql', ['-h', socket, '-p', String(port), '-U', SUPERUSER, ...args], more));
  const flags = `-c port=${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${socket}`;
  const own: SystemPostgres = {
    home,
    data,
    environment: {
      DATABASE_URL: `postgres://tern_login:${PASSWORD}@127.0.0.1:${port}/tern`,
      DATABASE_OWNER_URL: `postgres://tern_owner:${PASSWORD}@127.0.0.1:${port}/tern`,
    },
    start: () =>
      void must(
        // The log file keeps the server from holding the pipes of this command open.
        run('pg_ctl', [
          '-D',
          data,
          '-l',
          join(home, 'log'),
          '-t',
          '120',
          '-o',
          flags,
          '-w',
          'start',
        ]),
      ),
    stop: () => void must(run('pg_ctl', ['-D', data, '-m', 'fast', '-w', 'stop'])),
    sql: (text) => psql(['-d', 'postgres', '-Atc', text]).trim(),
    shell: (line) => run('bash', ['-c', line]),
    remove() {
      run('pg_ctl', ['-D', data, '-m', 'immediate', 'stop']);
      rmSync(home, { recursive: true, force: true });
    },
  };
  must(run('initdb', ['-D', data, `--username=${SUPERUSER}`, '--auth=trust', '--encoding=UTF8']));
  own.start();
  const passwords = { TERN_OWNER_PASSWORD: PASSWORD, TERN_LOGIN_PASSWORD: PASSWORD };
  psql(['-d', 'postgres', '-f', ROLES], passwords);
  return own;
}
