/** What deploy/start-database.sh starts a database as, from what its volume holds and what TERN_PRIMARY says; the commands of PostgreSQL are replaced. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { treeRoot } from './arch/source-files.ts';

const SCRIPT = join(treeRoot, 'deploy', 'start-database.sh');
const SYNCHRONOUS = 'ANY 1 ("database-1", "database-2")';
/** The copy of a primary has the files of the primary, and the mark of a standby. */
const COMMANDS = {
  gosu: 'shift; exec "$@"',
  pg_isready: 'exit 0',
  pg_basebackup:
    '[ "${TERN_COPY_FAILS-}" = "" ] || { mkdir "${1#--pgdata=}"; exit 1; }; mkdir "${1#--pgdata=}" && touch "${1#--pgdata=}/PG_VERSION" "${1#--pgdata=}/standby.signal"',
  'docker-entrypoint.sh': 'echo "$* | ${PGOPTIONS-}"',
};

let folder: string;
let data: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tern-start-database-'));
  data = join(folder, 'cluster');
  for (const [name, body] of Object.entries(COMMANDS)) {
    writeFileSync(join(folder, name), `#!/usr/bin/env bash\n${body}\n`, { mode: 0o755 });
  }
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** `database` as the container of that name, where `primary` takes writes. */
function start(database: string, primary: string, more: Record<string, string> = {}) {
  const { stdout, stderr, status } = spawnSync('bash', [SCRIPT], {
    encoding: 'utf8',
    env: {
      PATH: `${folder}${delimiter}${process.env['PATH']}`,
      PGDATA: data,
      TERN_DATABASE: database,
      TERN_PRIMARY: primary,
      TERN_SYNCHRONOUS: SYNCHRONOUS,
      TERN_STANDBY_PASSWORD: 'secret',
      ...more,
    },
  });
  return { started: stdout.trim(), refused: stderr.trim(), status };
}

const started = (database: string, names: string, options = '') =>
  `postgres -c max_connections=300 -c cluster_name=${database} -c synchronous_standby_names=${names} | ${options}`.trim();

const has = (file: string) => existsSync(join(data, file));
const hold = (...files: string[]) => {
  mkdirSync(data, { recursive: true });
  for (const file of files) writeFileSync(join(data, file), '');
};

const isHere = spawnSync('bash', ['-c', 'true']).status === 0;
const on = test.skipIf(!isHere);

on('the primary prepares an empty volume without a standby, and waits for one from then on', () => {
  const local = '-c synchronous_commit=local';
  expect(start('database-1', 'database-1').started).toBe(started('database-1', SYNCHRONOUS, local));
  // It was stopped just after it had made its folder.
  hold();
  expect(start('database-1', 'database-1').started).toBe(started('database-1', SYNCHRONOUS, local));
  hold('PG_VERSION');
  expect(start('database-1', 'database-1').started).toBe(started('database-1', SYNCHRONOUS));
});

on('the other one copies the primary, and starts as its standby', () => {
  expect(start('database-2', 'database-1').started).toBe(started('database-2', ''));
  expect(has('standby.signal')).toBe(true);
  expect(start('database-2', 'database-1').started).toBe(started('database-2', ''));
});

on('a copy that failed or was interrupted is made anew', () => {
  expect(start('database-2', 'database-1', { TERN_COPY_FAILS: '1' }).status).toBe(1);
  expect(existsSync(data)).toBe(false);
  expect(start('database-2', 'database-1').started).toBe(started('database-2', ''));
});

on('a promoted copy starts again before TERN_PRIMARY names it, and waits for no standby', () => {
  start('database-2', 'database-1');
  rmSync(join(data, 'standby.signal'));
  expect(start('database-2', 'database-1').started).toBe(started('database-2', ''));
});

on('a volume that was the primary of before is refused, whether or not it was a copy once', () => {
  hold('PG_VERSION');
  const old = start('database-1', 'database-2');
  expect(old).toMatchObject({ started: '', status: 1 });
  expect(old.refused).toContain('TERN_PRIMARY is database-2');
  rmSync(data, { recursive: true });
  start('database-2', 'database-1');
  rmSync(join(data, 'standby.signal'));
  expect(start('database-2', 'database-2').started).toBe(started('database-2', SYNCHRONOUS));
  expect(start('database-2', 'database-1')).toMatchObject({ started: '', status: 1 });
});

on('a standby that TERN_PRIMARY names too early may still go back', () => {
  start('database-2', 'database-1');
  expect(start('database-2', 'database-2').started).toBe(started('database-2', SYNCHRONOUS));
  expect(start('database-2', 'database-1').started).toBe(started('database-2', ''));
});
