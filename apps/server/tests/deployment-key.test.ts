/** The key of a deployment: every program on a database has the same one. */
import { copyFileSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openSecretBox } from '../src/app/open-secret-box.ts';
import { type FreshDatabase, freshDatabase } from './support/database.ts';

let fresh: FreshDatabase;
let folder: string;
beforeAll(async () => {
  fresh = await freshDatabase();
  folder = mkdtempSync(join(tmpdir(), 'tern-key-'));
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await fresh.drop();
});

it('A program with another key than the first one, or without its file, does not start', async () => {
  const { database } = fresh;
  const [first, copy, another, missing] = ['first', 'copy', 'another', 'missing'].map((name) =>
    join(folder, name),
  ) as [string, string, string, string];
  const sealed = (await openSecretBox(database, first)).seal('a word', 'someone');
  copyFileSync(first, copy);
  expect((await openSecretBox(database, copy)).open(sealed, 'someone')).toBe('a word');
  writeFileSync(another, randomBytes(32).toString('base64'), { mode: 0o600 });
  await expect(openSecretBox(database, another)).rejects.toThrow(
    /another key than the one this database was used with/,
  );
  await expect(openSecretBox(database, missing)).rejects.toThrow(/file that is missing/);
  // No key is drawn that would be in the way of the right one.
  expect(existsSync(missing)).toBe(false);
});

it('Of two programs that start together with keys of their own, one is refused', async () => {
  const empty = await freshDatabase();
  const ends = await Promise.allSettled(
    ['left', 'right'].map((name) => openSecretBox(empty.database, join(folder, name))),
  );
  expect(ends.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  await empty.drop();
});
