import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FakeBucket } from '../../../tests/support/fake-bucket.ts';
import { type BackupStore, createFolderStore, MissingInBackup } from './backup-store.ts';
import { createS3Store } from './s3-store.ts';

const PART = 1_000;
const folder = mkdtempSync(join(tmpdir(), 'tern-backup-store-'));
let bucket: FakeBucket;

beforeAll(async () => {
  bucket = await FakeBucket.start();
});

afterAll(async () => {
  await bucket.stop();
  rmSync(folder, { recursive: true, force: true });
});

const s3 = (over: { secretAccessKey?: string } = {}) =>
  createS3Store({ ...bucket.settings('tern'), ...over }, PART);

async function* pieces(...lengths: number[]): AsyncGenerator<Uint8Array> {
  for (const length of lengths) yield randomBytes(length);
}

async function* failing(): AsyncGenerator<Uint8Array> {
  yield randomBytes(2 * PART + 1);
  throw new Error('the disk is gone');
}

async function bytesOf(store: BackupStore, name: string): Promise<Buffer> {
  const read: Uint8Array[] = [];
  for await (const piece of store.get(name)) read.push(piece);
  return Buffer.concat(read);
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

describe.each<[string, () => BackupStore]>([
  ['a folder of backups', () => createFolderStore(folder)],
  ['a bucket of backups', s3],
])('%s', (_name, open) => {
  it.each([
    [[]],
    [[0]],
    [[1]],
    [[PART]],
    [[PART - 1, 1]],
    [[PART, 1]],
    [[3 * PART]],
    [[700, 700, 700, 5_000]],
  ])('returns what was stored in pieces of %j bytes', async (lengths) => {
    const store = open();
    const { bytes, sha256: hash } = await store.put('sizes/file', pieces(...lengths));
    expect(bytes).toBe(lengths.reduce((sum, length) => sum + length, 0));
    expect(sha256(await bytesOf(store, 'sizes/file'))).toBe(hash);
  });

  it('lists files and folders directly in a folder, and removes a folder with all in it', async () => {
    const store = open();
    for (const name of ['a/2', 'a/b/c/d', 'a/1', 'ab/x']) await store.put(name, pieces(1));
    expect(await store.list('a')).toEqual(['1', '2', 'b']);
    expect(await store.list('none')).toEqual([]);
    await store.remove('a');
    await store.remove('a');
    expect(await store.list('a')).toEqual([]);
    expect(await store.list('ab')).toEqual(['x']);
  });

  it('replaces a file, and keeps it when the next one fails', async () => {
    const store = open();
    await store.put('kept', pieces(5));
    const { sha256: hash } = await store.put('kept', pieces(2 * PART + 1));
    await expect(store.put('kept', failing())).rejects.toThrow('the disk is gone');
    expect(sha256(await bytesOf(store, 'kept'))).toBe(hash);
  });

  it('says which file is missing', async () => {
    await expect(bytesOf(open(), 'none/file')).rejects.toThrow(MissingInBackup);
  });
});

describe('a bucket of backups', () => {
  it('lists more than one page', async () => {
    bucket.pageSize = 2;
    const names = ['1', '2', '3', '4', '5'];
    for (const name of names) await s3().put(`pages/${name}`, pieces(1));
    expect(await s3().list('pages')).toEqual(names);
    await s3().remove('pages');
    expect(await s3().list('pages')).toEqual([]);
    bucket.pageSize = 1_000;
  });

  it('leaves no unfinished upload behind', async () => {
    await expect(s3().put('cut', failing())).rejects.toThrow('the disk is gone');
    expect(bucket.uploads.size).toBe(0);
    expect(await s3().list('')).not.toContain('cut');
  });

  it('counts a file as stored only when its parts were joined', async () => {
    bucket.failsToJoin = true;
    await expect(s3().put('parts', pieces(3 * PART))).rejects.toThrow('could not join');
    bucket.failsToJoin = false;
    expect(bucket.uploads.size).toBe(0);
    await expect(bytesOf(s3(), 'parts')).rejects.toThrow(MissingInBackup);
  });

  it('is retried when busy, and says what it answered when that does not help', async () => {
    bucket.troubles.push(503);
    await s3().put('busy', pieces(3));
    bucket.troubles.push(500, 500, 500);
    await expect(s3().put('busy', pieces(3))).rejects.toThrow('answered 500');
    expect((await bytesOf(s3(), 'busy')).length).toBe(3);
  });

  it('refuses another key', async () => {
    await expect(s3({ secretAccessKey: 'guessed' }).list('')).rejects.toThrow('answered 403');
    expect(bucket.refused).toEqual(['signature']);
  });
});

it('names a failure of a folder the same each time, so that it is logged once', async () => {
  // Too long for a file system only together with what the unfinished file is called.
  const name = `long/${'x'.repeat(240)}`;
  const failureOf = () =>
    createFolderStore(folder)
      .put(name, pieces(1))
      .then(
        () => 'stored',
        (error: Error) => error.message,
      );
  const [first, second] = [await failureOf(), await failureOf()];
  expect(first).toContain('ENAMETOOLONG');
  expect(first).toContain(name);
  expect(second).toBe(first);
});
