/** Backups of a running embedded database, and restores from the backup alone. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Archive, shipFiles, shipWal } from '../src/platform/backup/archive.ts';
import { createFolderStore } from '../src/platform/backup/backup-store.ts';
import { makeKey } from '../src/platform/backup/encryption.ts';
import { filesOf, keyFileOf, makeBackup } from '../src/platform/backup/make-backup.ts';
import { type BaseBackup, findBackups } from '../src/platform/backup/manifest.ts';
import { restore, type RestoreOptions } from '../src/platform/backup/restore.ts';
import { type Embedded, startEmbedded } from '../src/platform/database/embedded.ts';
import { openSeries, spoolFolder } from '../src/platform/database/embedded/archiving.ts';
import { clusterFolder } from '../src/platform/database/embedded/cluster.ts';
import { createFolderFiles } from '../src/platform/files/files.ts';

const now = () => Date.now();
let home: string;
let dataDir: string;
let embedded: Embedded;
let client: Client;
let archive: Archive;
let keys: string[];
let backup: BaseBackup;
/** Acknowledged rows, with the time before they were sent and the time after they were acknowledged. */
const rows: { id: number; sentAt: number; ackAt: number }[] = [];

async function write(count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) {
    const sentAt = now();
    const { rows: made } = await client.query('insert into kept default values returning id');
    rows.push({ id: made[0].id, sentAt, ackAt: now() });
  }
}

/** Until the clock shows another millisecond: what was acknowledged before is then before it. */
async function moment(): Promise<number> {
  const from = now();
  await vi.waitUntil(() => now() > from + 1, { timeout: 60_000, interval: 1 });
  return from + 1;
}

/** Moves all that was committed into the store. */
async function archiveAll(): Promise<void> {
  const { rows: made } = await client.query(
    'select pg_walfile_name(pg_current_wal_lsn()) as name, pg_switch_wal()',
  );
  const { name } = made[0];
  const spool = spoolFolder(clusterFolder(dataDir));
  await vi.waitUntil(() => existsSync(join(spool, name)), { timeout: 60_000 });
  await shipWal(archive, spool);
}

let chosen: number;

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'tern-backup-'));
  dataDir = join(home, 'data');
  mkdirSync(dataDir);
  const { secret, recipient } = await makeKey();
  keys = [secret];
  const store = createFolderStore(join(home, 'backups'));
  archive = { store, series: openSeries(dataDir, now()), recipients: [recipient] };
  writeFileSync(keyFileOf(dataDir), 'the key of the secrets');
  await createFolderFiles(filesOf(dataDir)).put('secret-name-1', Buffer.from('an image'));
  embedded = await startEmbedded({ dataDir, fast: true });
  client = new Client(embedded.admin);
  await client.connect();
  await client.query('create table kept (id serial primary key, at timestamptz default now())');
  await write(20);
  const writing = write(200);
  backup = await makeBackup(archive, { dataDir, admin: embedded.admin, now });
  await writing;
  await createFolderFiles(filesOf(dataDir)).put('secret-name-2', Buffer.from('a later image'));
  await shipFiles(archive, filesOf(dataDir));
  await moment();
  await write(100);
  chosen = await moment();
  await write(100);
  await archiveAll();
});

afterAll(async () => {
  await client?.end();
  await embedded?.stop();
  rmSync(home, { recursive: true, force: true });
});

const restored = (name: string, options: Partial<RestoreOptions> = {}) =>
  restore({ store: archive.store, keys, to: join(home, name), ...options });

async function idsIn(name: string): Promise<number[]> {
  const started = await startEmbedded({ dataDir: join(home, name), fast: true });
  const reader = new Client(started.admin);
  await reader.connect();
  try {
    const { rows: found } = await reader.query('select id from kept order by id');
    return found.map(({ id }) => id);
  } finally {
    await reader.end();
    await started.stop();
  }
}

describe('a restore', () => {
  it('to a moment has all that was acknowledged before it and nothing sent after it', async () => {
    await restored('chosen', { at: chosen });
    const ids = new Set(await idsIn('chosen'));
    const before = rows.filter(({ ackAt }) => ackAt < chosen);
    expect(before.length).toBeGreaterThan(250);
    expect(before.filter(({ id }) => !ids.has(id))).toEqual([]);
    const after = rows.filter(({ sentAt }) => sentAt > chosen);
    expect(after.length).toBeGreaterThan(50);
    expect(after.filter(({ id }) => ids.has(id))).toEqual([]);
  });

  it('without a moment, and beside a file of others, has all that was archived, the key of the secrets and the private files', async () => {
    writeFileSync(join(home, 'backups', 'notes.txt'), '');
    await restored('all');
    expect(await idsIn('all')).toEqual(rows.map(({ id }) => id));
    expect(readFileSync(keyFileOf(join(home, 'all')), 'utf8')).toBe('the key of the secrets');
    const files = createFolderFiles(filesOf(join(home, 'all')));
    expect(Buffer.from((await files.get('secret-name-1'))!).toString()).toBe('an image');
    expect(Buffer.from((await files.get('secret-name-2'))!).toString()).toBe('a later image');
  });

  it('never writes over something and leaves nothing behind when it fails', async () => {
    mkdirSync(join(home, 'taken'));
    writeFileSync(join(home, 'taken', 'mine'), '');
    await expect(restored('taken')).rejects.toThrow('is not empty');
    expect(readdirSync(join(home, 'taken'))).toEqual(['mine']);
    await expect(restored('other-key', { keys: [(await makeKey()).secret] })).rejects.toThrow(
      /secrets[.]key[.]age was encrypted for another key/,
    );
    expect(readdirSync(home).filter((name) => name.startsWith('other-key'))).toEqual([]);
  });

  it('says which moments can be restored', async () => {
    const { endedAt, startedAt } = backup.manifest;
    await expect(restored('early', { at: Date.parse(startedAt) })).rejects.toThrow(
      `The earliest moment that can be restored is ${endedAt}.`,
    );
    const last = new Date(rows.at(-1)!.ackAt).toISOString().slice(0, 16).replace('T', ' ');
    await expect(restored('late', { at: now() + 3_600_000 })).rejects.toThrow(
      `The archived log ends at ${last}`,
    );
    await expect(restored('unknown', { series: 'of-nobody' })).rejects.toThrow(
      `--series one of: ${archive.series}`,
    );
  });

  it('refuses a changed byte in each kind of file', async () => {
    const folder = join(home, 'backups');
    const wal = `${archive.series}/wal/${backup.manifest.startWal}.gz.age`;
    const image = `${archive.series}/files/${backup.manifest.privateFiles[0]}`;
    const own = ['manifest.json', 'cluster.tar.gz.age', 'secrets.key.age'];
    for (const name of [...own.map((each) => `${backup.folder}/${each}`), wal, image]) {
      const path = join(folder, name);
      const bytes = readFileSync(path);
      for (const at of [bytes.length - 40, Math.floor(bytes.length / 2)]) {
        const changed = Buffer.from(bytes);
        changed[at]! ^= 1;
        writeFileSync(path, changed);
        await expect(restored('changed'), `${name} at ${at}`).rejects.toThrow(
          new RegExp(`^${name} was .*changed`),
        );
      }
      writeFileSync(path, bytes.subarray(0, -1));
      await expect(restored('cut'), name).rejects.toThrow(`${name} was changed`);
      writeFileSync(path, bytes);
    }
  });

  it('refuses a backup without one of its files or log segments, and names it', async () => {
    const { endWal } = backup.manifest;
    const names = [
      [`${backup.folder}/cluster.tar.gz.age`, 'cluster.tar.gz.age is missing'],
      [`${archive.series}/wal/${endWal}.gz.age`, `log segment ${endWal} is missing`],
    ] as const;
    for (const [name, message] of names) {
      const path = join(home, 'backups', name);
      renameSync(path, `${path}.away`);
      await expect(restored('missing', { at: chosen })).rejects.toThrow(message);
      renameSync(`${path}.away`, path);
    }
  });
});

describe('the archive', () => {
  it('keeps every log segment while the place of backups cannot be written, and moves them later', async () => {
    const spool = spoolFolder(clusterFolder(dataDir));
    const wal = join(home, 'backups', archive.series, 'wal');
    renameSync(wal, `${wal}.away`);
    // A folder cannot be made where a file is, whatever the rights of the user.
    writeFileSync(wal, '');
    await write(50);
    await expect(archiveAll()).rejects.toThrow(/ENOTDIR|EEXIST/);
    await write(50);
    await expect(archiveAll()).rejects.toThrow(/ENOTDIR|EEXIST/);
    expect(readdirSync(spool).filter((name) => name.length === 24)).toHaveLength(2);
    rmSync(wal);
    renameSync(`${wal}.away`, wal);
    await shipWal(archive, spool);
    await restored('after-failure');
    expect(await idsIn('after-failure')).toEqual(rows.map(({ id }) => id));
  });

  it('is moved by several instances concurrently, beside a base backup', async () => {
    const spool = spoolFolder(clusterFolder(dataDir));
    const ending = new AbortController();
    const shipping = Array.from({ length: 3 }, async () => {
      while (!ending.signal.aborted) {
        await shipWal(archive, spool);
        await new Promise(setImmediate);
      }
    });
    try {
      for (let round = 0; round < 3; round += 1) {
        await write(5);
        await makeBackup(archive, { dataDir, admin: embedded.admin, now });
      }
    } finally {
      ending.abort();
      await Promise.all(shipping);
    }
    expect(readdirSync(spool)).toEqual([]);
  });

  it('lists no backup whose instance was killed before the end', async () => {
    const { store, series } = archive;
    const before = await findBackups(store, series);
    const failing = { ...store, put: dyingAt('manifest.json') };
    await expect(
      makeBackup({ ...archive, store: failing }, { dataDir, admin: embedded.admin, now }),
    ).rejects.toThrow('killed');
    const after = await findBackups(store, series);
    expect(after.complete).toEqual(before.complete);
    expect(after.incomplete).toHaveLength(1);
  });
});

/** As if the server had been killed before it stored this file. */
const dyingAt =
  (last: string): Archive['store']['put'] =>
  (name, source) =>
    name.endsWith(last) ? Promise.reject(new Error('killed')) : archive.store.put(name, source);
