import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FakeBucket } from '../../../tests/support/fake-bucket.ts';
import { createFolderFiles, type Files } from './files.ts';
import { createS3Files } from './s3-files.ts';

const NAME = 'aB3-_fghijklmnopqrstuvwxyz012345';
const folder = mkdtempSync(join(tmpdir(), 'tern-files-'));
let store: FakeBucket;

beforeAll(async () => {
  store = await FakeBucket.start();
});

afterAll(async () => {
  await store.stop();
  rmSync(folder, { recursive: true, force: true });
});

const bucket = (over: { secretAccessKey?: string } = {}) =>
  createS3Files({ ...store.settings('tern-images'), ...over });

describe.each<[string, () => Files]>([
  ['a folder', () => createFolderFiles(folder)],
  ['an S3 store', bucket],
])('%s', (_name, open) => {
  it('returns a stored file until it is removed', async () => {
    const files = open();
    const bytes = Buffer.from(Array.from({ length: 256 }, (_, at) => at));
    expect(await files.get(NAME)).toBeUndefined();
    await files.put(NAME, bytes);
    expect(Buffer.from((await files.get(NAME))!)).toEqual(bytes);
    await files.put(NAME, Buffer.from('another'));
    expect(Buffer.from((await files.get(NAME))!).toString()).toBe('another');
    await files.remove(NAME);
    await files.remove(NAME);
    expect(await files.get(NAME)).toBeUndefined();
    expect(store.refused).toEqual([]);
  });

  it.each([
    '../../etc/passwd',
    'a/b/c/d/e/f',
    '',
    'short',
    `${NAME}\0`,
    'a'.repeat(65),
    '........',
  ])('refuses the file name %j', async (name) => {
    const files = open();
    await expect(files.put(name, Buffer.from('x'))).rejects.toThrow('not a name');
    await expect(files.get(name)).rejects.toThrow('not a name');
    await expect(files.remove(name)).rejects.toThrow('not a name');
  });
});

describe('a folder', () => {
  it('is readable by the server only, and contains no partial files', async () => {
    await createFolderFiles(folder).put(NAME, Buffer.from('x'));
    const inside = join(folder, NAME.slice(0, 2));
    expect(readdirSync(inside)).toEqual([NAME]);
    expect(statSync(join(inside, NAME)).mode & 0o077).toBe(0);
    expect(statSync(inside).mode & 0o077).toBe(0);
  });
});

describe('an S3 store', () => {
  it('stores files below its bucket and refuses another key', async () => {
    await bucket().put(NAME, Buffer.from('x'));
    expect([...store.objects.keys()]).toEqual([`/tern-images/${NAME}`]);
    const stranger = bucket({ secretAccessKey: 'guessed' });
    await expect(stranger.get(NAME)).rejects.toThrow('answered 403');
    expect(store.refused).toEqual(['signature']);
  });

  it('is retried when busy, and a file counts as stored only when it confirms', async () => {
    store.troubles.push(503);
    expect(Buffer.from((await bucket().get(NAME))!).toString()).toBe('x');
    store.troubles.push(500, 500, 500);
    await expect(bucket().put(NAME, Buffer.from('y'))).rejects.toThrow('answered 500');
    expect(Buffer.from((await bucket().get(NAME))!).toString()).toBe('x');
  });
});
