/** The backups of the handbook, tried: pgBackRest (from Debian) with the shipped configuration and the handbook's own lines. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Api, createApi } from '../support/api-client.ts';
import { type Build, buildServer, type Instance } from '../support/built-server.ts';
import { unpackDebian } from '../support/debian-package.ts';
import { freePort } from '../support/free-port.ts';
import { orderOf, type Prices, readPrices, type Sent, startLoad } from '../support/order-load.ts';
import {
  createSystemPostgres,
  type SystemPostgres,
  systemPostgres,
} from '../support/system-postgres.ts';
import { createPeople, type Person } from '../support/people.ts';
import { passTime } from '../support/pass-time.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const handbook = readFileSync(`${root}docs/handbook.md`, 'utf8');
const copies = handbook.slice(handbook.indexOf('## Keep copies'), handbook.indexOf('## Upgrade'));

/** pgBackRest 2.45, that of Debian 12, knows versions up to 15. */
const bin = systemPostgres(15, 15);
const pgbackrest =
  bin === undefined
    ? { missing: 'PostgreSQL 15 is not installed on this machine (Debian: postgresql-15)' }
    : unpackDebian('pgbackrest');
const why = 'missing' in pgbackrest ? pgbackrest.missing : undefined;
const folder = 'missing' in pgbackrest ? '' : pgbackrest.folder;

/** The lines that the handbook lets the user of the database run. */
const lines = [...copies.matchAll(/^sudo -u postgres (pgbackrest .+)$/gm)].map(
  ([, line = '']) => line,
);
const lineWith = (words: string) => {
  const found = lines.filter((line) => line.endsWith(words));
  if (found.length !== 1) throw new Error(`the handbook has ${found.length} lines with ${words}`);
  return found[0]!;
};
const [, scheduled = ''] = /1-6 postgres (pgbackrest .+?)\\n/.exec(copies) ?? [];
const [, toATime = ''] = /add `(--type=time [^`]+)` to `restore`/.exec(copies) ?? [];

const MEMBERS = 4;
let build: Build;
let postgres: SystemPostgres;
let instance: Instance;
let api: Api;
let members: Person[];
let prices: Prices;
const sent: Sent[] = [];

/** The shipped file after the handbook's `sed`, with the folders of this test. */
function writeConfiguration(): void {
  const { home, data } = postgres;
  // As the package makes it: it belongs to the user of the database.
  run('mkdir repository');
  const shipped = readFileSync(`${root}deploy/pgbackrest.conf`, 'utf8');
  const written = shipped
    .replace('REPLACE-WITH-openssl-rand-base64-48', 'a-passphrase-of-the-test')
    .replace('/var/lib/pgbackrest', join(home, 'repository'))
    .replace(/^pg1-path=.+$/m, `pg1-path=${data}`);
  writeFileSync(join(home, 'pgbackrest.conf'), written, { mode: 0o644 });
}

function run(line: string): string {
  const { status, stdout, stderr } = postgres.shell(line);
  expect([line, status, status === 0 ? '' : stdout + stderr]).toEqual([line, 0, '']);
  return stdout;
}

async function startInstance(): Promise<void> {
  instance = await build.start({ env: postgres.environment, withinMs: 180_000 });
  api = createApi(() => instance.url);
}

async function stopInstance(): Promise<void> {
  instance.kill('SIGTERM');
  expect(await instance.ended).toBe(0);
}

async function underLoad(act: () => unknown): Promise<void> {
  const load = startLoad(
    api,
    members.map(({ token }) => token),
    prices,
  );
  await passTime(1_000, 'orders before');
  await act();
  await passTime(1_000, 'orders after');
  load.stop();
  await load.finished;
  sent.push(...load.sent);
}

/** The log up to now is in the repository. */
async function untilArchived(): Promise<void> {
  const segment = postgres.sql('select pg_walfile_name(pg_switch_wal())');
  const last = () => postgres.sql('select last_archived_wal from pg_stat_archiver');
  await expect.poll(() => last() >= segment, { timeout: 60_000 }).toBe(true);
}

async function restore(line: string): Promise<void> {
  await stopInstance();
  postgres.stop();
  run(line);
  postgres.start();
  const isStandby = () => postgres.sql('select pg_is_in_recovery()');
  await expect.poll(isStandby, { timeout: 60_000 }).toBe('f');
  const { code, output } = build.run('audit', postgres.environment);
  expect([code, output.includes('FAIL')]).toEqual([0, false]);
  expect(output).toContain('The books are in order.');
  await startInstance();
}

async function ordersNow(): Promise<Set<number>> {
  const ids = new Set<number>();
  for (const { token } of members) {
    for (let page = 1, total = 1; (page - 1) * 100 < total; page += 1) {
      const input = { page, pageSize: 100 };
      const answer = await api.data('GET /bborder/myBborderList', input, { token });
      for (const { ID } of answer.list) ids.add(ID);
      ({ total } = answer);
    }
  }
  return ids;
}

const idsOf = (chosen: (one: Sent) => boolean) =>
  sent
    .filter((one) => one.name !== 'POST /bborder/clearorder' && chosen(one))
    .flatMap((one) => orderOf(one)?.ID ?? []);

describe.skipIf(why)(`pgBackRest with the shipped configuration ${why ?? ''}`.trim(), () => {
  beforeAll(async () => {
    build = buildServer();
    const port = await freePort();
    postgres = createSystemPostgres(bin!, port, (home) => ({
      PATH: join(folder, 'usr/bin'),
      PGBACKREST_CONFIG: join(home, 'pgbackrest.conf'),
      PGBACKREST_PG1_PORT: String(port),
      PGBACKREST_PG1_SOCKET_PATH: home,
      PGBACKREST_PG1_USER: 'postgres',
      PGBACKREST_LOCK_PATH: join(home, 'lock'),
      PGBACKREST_LOG_PATH: home,
    }));
    writeConfiguration();
    await startInstance();
    const { register } = createPeople(api, {
      outboxFile: join(build.dataDir, 'outbox.jsonl'),
      captcha: 'GULL',
      provePhone: async () => undefined,
    });
    members = [];
    for (let count = 0; count < MEMBERS; count += 1) members.push(await register());
    prices = await readPrices(api);
  }, 300_000);
  afterAll(async () => {
    instance?.kill('SIGKILL');
    await instance?.ended;
    postgres?.remove();
    await build?.remove();
    if ('remove' in pgbackrest) pgbackrest.remove();
  });

  it('archives the log and makes a full backup under load, by the lines of the handbook', async () => {
    const settings = [...copies.matchAll(/-c "(alter system set [^"]+)"/g)].map(
      ([, sql = '']) => sql,
    );
    expect(settings).toHaveLength(3);
    for (const setting of settings) postgres.sql(setting);
    await stopInstance();
    postgres.stop();
    postgres.start();
    await startInstance();
    await underLoad(() => {
      run(lineWith('stanza-create'));
      run(lineWith('check'));
      run(lineWith('--type=full backup'));
    });
    const info = JSON.parse(run('pgbackrest --stanza=tern --output=json info')) as {
      status: { message: string };
      cipher: string;
      backup: { type: string }[];
    }[];
    expect(info).toMatchObject([
      { status: { message: 'ok' }, cipher: 'aes-256-cbc', backup: [{ type: 'full' }] },
    ]);
  });

  it('restores a chosen second: every order acknowledged before it, none sent after it', async () => {
    let at = 0;
    await underLoad(async () => {
      await passTime(2_000, 'orders before the chosen second');
      at = Date.now();
      await passTime(1_000, 'orders after the chosen second');
    });
    await untilArchived();
    const target = new Date(at).toISOString().replace('T', ' ').replace('Z', '+00');
    expect(toATime).toMatch(/--target='[^']+'/);
    await restore(
      `${lineWith('--delta restore')} ${toATime.replace(/--target='[^']+'/, `--target='${target}'`)}`,
    );
    const kept = await ordersNow();
    const before = idsOf(({ answeredAt = Infinity }) => answeredAt < at);
    expect(before.length).toBeGreaterThan(30);
    expect(before.filter((id) => !kept.has(id))).toEqual([]);
    const after = idsOf(({ sentAt }) => sentAt! > at);
    expect(after.length).toBeGreaterThan(10);
    expect(after.filter((id) => kept.has(id))).toEqual([]);
  });

  it('restores everything from the backup of a weekday and the log after it', async () => {
    sent.length = 0;
    await underLoad(() => void run(scheduled));
    await underLoad(() => passTime(500, 'orders'));
    await untilArchived();
    await restore(lineWith('--delta restore'));
    const kept = await ordersNow();
    const all = idsOf(() => true);
    expect(all.length).toBeGreaterThan(30);
    expect(all.filter((id) => !kept.has(id))).toEqual([]);
  });

  it('cannot be read without the passphrase', () => {
    const ask = 'pgbackrest --stanza=tern --output=json info';
    const isOpen = (line: string) => postgres.shell(line).stdout.includes('"message":"ok"');
    expect(isOpen(ask)).toBe(true);
    expect(isOpen(`PGBACKREST_REPO1_CIPHER_PASS=another ${ask}`)).toBe(false);
  });
});
