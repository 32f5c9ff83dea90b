import { createHash, createHmac } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFolderFiles, type Files } from './files.ts';
import { createS3Files } from './s3-files.ts';

const NAME = 'aB3-_fghijklmnopqrstuvwxyz012345';
const SECRET = 'a secret of the test';
const folder = mkdtempSync(join(tmpdir(), 'tern-files-'));
let server: Server;
let store: FakeBucket;

beforeAll(async () => {
  store = new FakeBucket();
  server = createServer((request, response) => {
    void store.answer(request).then(({ status, body = '' }) => {
      response.writeHead(status).end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  rmSync(folder, { recursive: true, force: true });
});

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex');
const hmac = (key: string | Buffer, data: string) =>
  createHmac('sha256', key).update(data).digest();

/** A bucket that checks the signature of each request (AWS Signature Version 4). */
class FakeBucket {
  readonly objects = new Map<string, Buffer>();
  /** Statuses to answer instead, once each. */
  readonly troubles: number[] = [];
  readonly refused: string[] = [];

  async answer(request: IncomingMessage): Promise<{ status: number; body?: Buffer }> {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const body = Buffer.concat(parts);
    const trouble = this.troubles.shift();
    if (trouble !== undefined) return { status: trouble };
    const fault = faultOf(request, body);
    if (fault !== undefined) {
      this.refused.push(fault);
      return { status: 403 };
    }
    const { method = '', url = '' } = request;
    const held = this.objects.get(url);
    if (method === 'PUT') this.objects.set(url, body);
    else if (held === undefined) return { status: 404 };
    else if (method === 'DELETE') this.objects.delete(url);
    else return { status: 200, body: held };
    return { status: method === 'PUT' ? 200 : 204 };
  }
}

const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=key\/(\d{8})\/here-1\/s3\/aws4_request, SignedHeaders=([a-z0-9;-]+), Signature=([0-9a-f]{64})$/;

/** The fault of a request, computed from AWS's description of the signature. */
function faultOf(request: IncomingMessage, body: Buffer): string | undefined {
  const { method = '', url = '', headers } = request;
  const [, day, signed = '', signature] = AUTHORIZATION.exec(headers.authorization ?? '') ?? [];
  if (day === undefined) return `authorization ${headers.authorization}`;
  if (headers['x-amz-content-sha256'] !== sha256(body)) return 'other bytes than were signed';
  for (const needed of ['host', 'x-amz-content-sha256', 'x-amz-date']) {
    if (!signed.split(';').includes(needed)) return `${needed} is not signed`;
  }
  const lines = signed.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`);
  const hash = String(headers['x-amz-content-sha256']);
  const canonical = [method, url, '', lines.join(''), signed, hash].join('\n');
  const date = String(headers['x-amz-date']);
  const scope = `${day}/here-1/s3/aws4_request`;
  const toSign = ['AWS4-HMAC-SHA256', date, scope, sha256(canonical)].join('\n');
  const key = ['here-1', 's3', 'aws4_request'].reduce<Buffer>(hmac, hmac(`AWS4${SECRET}`, day));
  return hmac(key, toSign).toString('hex') === signature ? undefined : 'signature';
}

const bucket = (over: { secretAccessKey?: string } = {}) => {
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/tern-images`;
  const secretAccessKey = SECRET;
  return createS3Files({ url, region: 'here-1', accessKeyId: 'key', secretAccessKey, ...over });
};

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
  it('is readable by the program only, and contains no partial files', async () => {
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
