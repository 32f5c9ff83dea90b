/** The drill: a server under order load is backed up, restored to a second, audited and traded on. */
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listWal } from '../../src/platform/backup/archive.ts';
import { createFolderStore } from '../../src/platform/backup/backup-store.ts';
import { findBackups } from '../../src/platform/backup/manifest.ts';
import { joinEmbedded } from '../../src/platform/database/embedded.ts';
import { readSeries } from '../../src/platform/database/embedded/archiving.ts';
import { type Api, createApi } from '../support/api-client.ts';
import { type Build, buildServer, type Instance } from '../support/built-server.ts';
import { copyFirstStart } from '../support/first-start.ts';
import { orderOf, type Prices, readPrices, type Sent, startLoad } from '../support/order-load.ts';
import { registerEmbedded } from '../support/embedded-owner.ts';
import type { Person } from '../support/people.ts';
import { passTime } from '../support/pass-time.ts';

const MEMBERS = 6;
/** To seconds drawn anew each time. More of them: TERN_CRASH_ROUNDS=10 before the command. */
const ROUNDS = Number(process.env['TERN_CRASH_ROUNDS'] ?? '2');
let build: Build;
let home: string;
let backups: string;
let keyFile: string;
let env: Record<string, string>;
let instance: Instance;
let api: Api;
let prices: Prices;
let members: Person[];
const sent: Sent[] = [];

beforeAll(async () => {
  build = buildServer();
  await copyFirstStart(build.dataDir);
  home = mkdtempSync(join(tmpdir(), 'tern-drill-'));
  backups = join(home, 'backups');
  keyFile = join(home, 'backup.key');
  const made = build.command('backup', ['--new-key', keyFile]);
  expect(await made.ended).toBe(0);
  const recipients = /BACKUP_RECIPIENTS=(age1\S+)/.exec(made.output())![1]!;
  env = { BACKUP_DIR: backups, BACKUP_RECIPIENTS: recipients };
  instance = await build.start({ env });
  api = createApi(() => instance.url);
  members = await registerEmbedded(api, build.dataDir, MEMBERS);
  prices = await readPrices(api);
});

afterAll(async () => {
  instance?.kill('SIGKILL');
  await instance?.ended;
  await build?.remove();
  rmSync(home, { recursive: true, force: true });
});

const store = () => createFolderStore(backups);
const series = () => readSeries(build.dataDir)!;
const found = () => findBackups(store(), series());

/** All members trade while `act` runs. */
async function underLoad(act: () => Promise<void>): Promise<Sent[]> {
  const tokens = members.map(({ token }) => token);
  const load = startLoad(api, tokens, prices);
  await act();
  load.stop();
  await load.finished;
  sent.push(...load.sent);
  return load.sent;
}

async function backUp(): Promise<void> {
  const command = build.command('backup', [], env);
  expect([await command.ended, command.output()]).toEqual([0, expect.stringContaining('MB')]);
}

/** Ends the running segment instead of waiting a minute until the server does, and waits until it is stored. */
async function untilArchived(): Promise<void> {
  const embedded = await joinEmbedded(build.dataDir);
  const client = new Client(embedded!.admin);
  await client.connect();
  const { rows } = await client.query(
    'select pg_walfile_name(pg_current_wal_lsn()) as name, pg_switch_wal()',
  );
  await client.end();
  const isStored = async () => (await listWal(store(), series())).includes(rows[0].name);
  await expect.poll(isStored).toBe(true);
}

async function restoreTo(name: string, at?: number): Promise<string> {
  const to = join(home, name);
  const time = at === undefined ? [] : ['--at', new Date(at).toISOString()];
  const from = ['--from', backups, '--key', keyFile, '--to', to];
  const command = build.command('restore', [...from, ...time]);
  expect([await command.ended, command.output()]).toEqual([
    0,
    expect.stringContaining('Restored to'),
  ]);
  return to;
}

/** The ids of all orders in a restored folder, asked of a server that runs on it. */
async function ordersIn(dataDir: string): Promise<Set<number>> {
  const restored = await build.start({ env: { DATA_DIR: dataDir } });
  const asked = createApi(() => restored.url);
  const ids = new Set<number>();
  try {
    for (const { token } of members) {
      for (let page = 1, total = 1; (page - 1) * 100 < total; page += 1) {
        const input = { page, pageSize: 100 };
        const answer = await asked.data('GET /bborder/myBborderList', input, { token });
        for (const { ID } of answer.list) ids.add(ID);
        ({ total } = answer);
      }
    }
  } finally {
    restored.kill('SIGTERM');
    await restored.ended;
  }
  return ids;
}

function expectCleanAudit(dataDir: string) {
  const { code, output } = build.run('audit', { DATA_DIR: dataDir });
  expect([code, output.includes('FAIL')]).toEqual([0, false]);
  expect(output).toContain('The books are in order.');
}

const placed = (chosen: (one: Sent) => boolean) =>
  sent.filter((one) => one.name !== 'POST /bborder/clearorder' && chosen(one));
const idsOf = (ones: readonly Sent[]) => ones.flatMap((one) => orderOf(one)?.ID ?? []);

describe('a server under order load', () => {
  it('makes its first base backup automatically', async () => {
    const count = async () => (await found()).complete.length;
    await expect.poll(count, { timeout: 120_000, interval: 250 }).toBe(1);
  });

  it.each(Array.from({ length: ROUNDS }, (_each, at) => at + 1))(
    'is restored to a second, with every order acknowledged before and none sent after: round %i',
    async (round) => {
      let at = 0;
      await underLoad(async () => {
        await backUp();
        await passTime(1_000 + Math.random() * 2_000, 'orders before the chosen second');
        at = Date.now();
        await passTime(1_500, 'orders after the chosen second');
      });
      await untilArchived();
      const dataDir = await restoreTo(`round-${round}`, at);
      expectCleanAudit(dataDir);
      const kept = await ordersIn(dataDir);
      // The server's commit is before the answer, by the same clock: no margin is needed.
      const before = idsOf(placed(({ answeredAt = Infinity }) => answeredAt < at));
      expect(before.length).toBeGreaterThan(30 * round);
      expect(before.filter((id) => !kept.has(id))).toEqual([]);
      const after = idsOf(placed(({ sentAt }) => sentAt! > at));
      expect(after.length).toBeGreaterThan(10);
      expect(after.filter((id) => kept.has(id))).toEqual([]);
      expectCleanAudit(dataDir);
      rmSync(dataDir, { recursive: true });
    },
  );

  it('leaves no backup when its instance is killed in the middle of one', async () => {
    const { complete } = await found();
    await underLoad(async () => {
      const command = build.command('backup', [], env);
      const isWriting = async () => (await found()).incomplete.length > 0;
      await expect.poll(isWriting, { interval: 5 }).toBe(true);
      command.kill('SIGKILL');
      expect(await command.ended).toBe('SIGKILL');
    });
    const after = await found();
    expect(after.incomplete).toHaveLength(1);
    expect(after.complete).toEqual(complete);
  });

  it('trades on while the place of backups cannot be written, says so, and loses no log', async () => {
    const wal = join(backups, series(), 'wal');
    expect(instance.output()).not.toContain('a backup failed');
    const traded = await underLoad(async () => {
      renameSync(wal, `${wal}.away`);
      // A folder cannot be made where a file is, whatever the rights of the user.
      writeFileSync(wal, '');
      const embedded = await joinEmbedded(build.dataDir);
      const client = new Client(embedded!.admin);
      await client.connect();
      await client.query('select pg_switch_wal()');
      await client.end();
      await expect.poll(() => instance.output()).toContain('a backup failed');
      await passTime(2_000, 'orders while backups fail');
      rmSync(wal);
      renameSync(`${wal}.away`, wal);
    });
    expect(idsOf(traded).length).toBeGreaterThan(30);
  });

  it('has everything in its backups when it was stopped', async () => {
    await underLoad(() => passTime(1_000, 'orders'));
    instance.kill('SIGTERM');
    expect(await instance.ended).toBe(0);
    const dataDir = await restoreTo('all');
    const [key, was] = [dataDir, build.dataDir].map((each) =>
      readFileSync(join(each, 'secrets.key'), 'utf8'),
    );
    expect(key).toBe(was);
    expectCleanAudit(dataDir);
    const kept = await ordersIn(dataDir);
    expect(idsOf(placed(() => true)).filter((id) => !kept.has(id))).toEqual([]);
    expect(existsSync(join(dataDir, 'backup-series'))).toBe(false);
  });
});
