import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS } from '../durations.ts';
import { type Archive, listWal, privateFolder, walFile } from './archive.ts';
import { createFolderStore } from './backup-store.ts';
import { baseFolder, findBackups, type Manifest, writeManifest } from './manifest.ts';
import { prune } from './retention.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');
let root: string;
let archive: Archive;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'tern-retention-'));
  archive = { store: createFolderStore(root), series: 'tern-1', recipients: [] };
});
afterEach(() => rmSync(root, { recursive: true }));

async function* bytes() {
  yield Buffer.from('x');
}

const segment = (number: number) => `0000000100000000000000${String(number).padStart(2, '0')}`;
const put = (name: string) => archive.store.put(name, bytes());
const idOf = (daysAgo: number) =>
  `${new Date(NOW - daysAgo * DAY_MS).toISOString().replace(/[-:]|[.]\d+/g, '')}-0000`;

/** A backup that ended so many days ago, with the log from this segment on. */
async function backUp(daysAgo: number, start: number, privateFiles: string[] = []) {
  const endedAt = new Date(NOW - daysAgo * DAY_MS).toISOString();
  const [startWal, endWal] = [segment(start), segment(start)];
  const rest = { version: 1, postgres: '18.4', files: [], privateFiles } as const;
  const manifest: Manifest = { ...rest, startedAt: endedAt, endedAt, startWal, endWal };
  await writeManifest(archive.store, `${baseFolder('tern-1')}/${idOf(daysAgo)}`, manifest);
}

const keptDays = async () =>
  (await findBackups(archive.store, 'tern-1')).complete.map(
    ({ manifest }) => (NOW - Date.parse(manifest.endedAt)) / DAY_MS,
  );

describe('what is kept', () => {
  it('reaches back for the kept days: backups since then, and the newest one before', async () => {
    for (const [daysAgo, start] of [
      [10, 1],
      [6, 3],
      [4, 5],
      [1, 7],
    ] as const) {
      await backUp(daysAgo, start);
    }
    for (let number = 1; number <= 9; number += 1) await put(walFile('tern-1', segment(number)));
    await put(walFile('tern-1', `${segment(2)}.00000028.backup`));
    await prune(archive, { days: 5, now: NOW, privateFiles: [] });
    expect(await keptDays()).toEqual([6, 4, 1]);
    const wal = await listWal(archive.store, 'tern-1');
    expect(wal).toEqual([3, 4, 5, 6, 7, 8, 9].map(segment));
  });

  it('is the log of a backup that began before another one and ended after it', async () => {
    await backUp(2, 4);
    await backUp(1, 3);
    for (const number of [2, 3, 4]) await put(walFile('tern-1', segment(number)));
    await prune(archive, { days: 5, now: NOW, privateFiles: [] });
    expect(await listWal(archive.store, 'tern-1')).toEqual([3, 4].map(segment));
  });

  it('is all of the log while a backup is being written: nobody knows where it begins', async () => {
    await backUp(1, 4);
    await put(walFile('tern-1', segment(3)));
    await put(`tern-1/base/${idOf(0.1)}/secrets.key.age`);
    await prune(archive, { days: 5, now: NOW, privateFiles: [] });
    expect(await listWal(archive.store, 'tern-1')).toEqual([segment(3)]);
  });

  it('is the last backup, however old, and its log', async () => {
    await backUp(400, 4);
    await put(walFile('tern-1', segment(3)));
    await put(walFile('tern-1', segment(4)));
    await prune(archive, { days: 1, now: NOW, privateFiles: [] });
    expect(await keptDays()).toEqual([400]);
    expect(await listWal(archive.store, 'tern-1')).toEqual([segment(4)]);
  });

  it('is every log file while there is no complete backup', async () => {
    await put(walFile('tern-1', segment(1)));
    await prune(archive, { days: 1, now: NOW, privateFiles: [] });
    expect(await listWal(archive.store, 'tern-1')).toEqual([segment(1)]);
  });

  it('is each private file that exists or existed at a kept backup', async () => {
    await backUp(20, 1, ['a.age']);
    await backUp(8, 2, ['a.age', 'b.age']);
    await backUp(1, 3, ['c.age']);
    for (const name of ['a', 'b', 'c', 'd', 'e']) await put(`tern-1/files/${name}.age`);
    await prune(archive, { days: 3, now: NOW, privateFiles: ['d.age'] });
    const kept = await archive.store.list(privateFolder('tern-1'));
    expect(kept).toEqual(['a.age', 'b.age', 'c.age', 'd.age']);
  });

  it('is an incomplete backup that may still be written, but not one of two days ago', async () => {
    await backUp(1, 3);
    for (const daysAgo of [0.5, 2]) await put(`tern-1/base/${idOf(daysAgo)}/cluster.tar.gz.age`);
    await prune(archive, { days: 3, now: NOW, privateFiles: [] });
    const { incomplete } = await findBackups(archive.store, 'tern-1');
    expect(incomplete).toEqual([`tern-1/base/${idOf(0.5)}`]);
  });
});
