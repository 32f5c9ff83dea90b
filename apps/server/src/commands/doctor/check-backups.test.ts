import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createFolderStore } from '../../platform/backup/backup-store.ts';
import { baseFolder, writeManifest } from '../../platform/backup/manifest.ts';
import { openSeries, readSeries } from '../../platform/database/embedded/archiving.ts';
import { checkBackups } from './check-backups.ts';

const folder = mkdtempSync(join(tmpdir(), 'tern-doctor-backups-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('the backups of the embedded database', () => {
  const now = Date.parse('2026-11-20T12:00:00Z');
  const dataDir = join(folder, 'data-with-backups');
  const dir = join(folder, 'backups');
  const backup = { place: { dir }, recipients: [], days: 14 };
  const check = () => checkBackups({ dataDir, backup }, now);

  it('are missed when none is configured, none is made yet, or the newest is over a day old', async () => {
    expect(await checkBackups({ dataDir, backup: undefined }, now)).toMatchObject({
      status: 'warning',
    });
    mkdirSync(dataDir, { recursive: true });
    const series = openSeries(dataDir, now);
    expect(await check()).toMatchObject({ status: 'problem', found: 'There is no backup yet.' });
    const manifest = {
      version: 1,
      startedAt: '2026-11-19T10:00:00Z',
      endedAt: '2026-11-19T10:01:00Z',
      startWal: '',
      endWal: '',
      postgres: '18.4',
      files: [],
      privateFiles: [],
    } as const;
    const store = createFolderStore(dir);
    await writeManifest(store, `${baseFolder(series)}/first`, manifest);
    expect(await check()).toMatchObject({ status: 'problem' });
    const fresh = { ...manifest, endedAt: '2026-11-20T11:00:00Z' };
    await writeManifest(store, `${baseFolder(series)}/second`, fresh);
    expect(await check()).toMatchObject({ status: 'ok' });
  });

  it('are a problem when a manifest was changed', async () => {
    const series = readSeries(dataDir)!;
    writeFileSync(join(dir, baseFolder(series), 'second/manifest.json'), '{}\n0\n');
    expect(await check()).toMatchObject({ status: 'problem' });
  });
});
