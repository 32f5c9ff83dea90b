import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { turns } from '../../../tests/support/pass-time.ts';
import { listWal, shipWal } from './archive.ts';
import { type BackupStore, createFolderStore } from './backup-store.ts';
import { makeKey } from './encryption.ts';

const folder = mkdtempSync(join(tmpdir(), 'tern-archive-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('moves the log that another run does not move at the same time', async () => {
  const spool = mkdtempSync(join(folder, 'spool-'));
  const names = ['000000010000000000000001', '000000010000000000000002'];
  for (const name of names) writeFileSync(join(spool, name), name);
  const store = createFolderStore(join(folder, 'backups'));
  /** The other run moves the first file after it was listed and before it is read. */
  const late: BackupStore = {
    ...store,
    async put(name, source) {
      rmSync(join(spool, names[0]!), { force: true });
      // Whoever opened it before now would have had the error by then, with no reader yet.
      await readFile(join(spool, names[0]!)).catch(() => undefined);
      await turns(10);
      return store.put(name, source);
    },
  };
  const { recipient } = await makeKey();
  await shipWal({ store: late, series: 'tern-1', recipients: [recipient] }, spool);
  expect(await listWal(store, 'tern-1')).toEqual([names[1]]);
  expect(names.map((name) => existsSync(join(spool, name)))).toEqual([false, false]);
});
