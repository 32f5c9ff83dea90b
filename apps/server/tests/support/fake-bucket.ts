/** A bucket of an S3-compatible store that checks the signature of each request (AWS Signature Version 4). */
import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { S3Settings } from '../../src/platform/s3.ts';

const SECRET = 'a secret of the test';

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex');
const hmac = (key: string | Buffer, data: string) =>
  createHmac('sha256', key).update(data).digest();

interface Answer {
  status: number;
  body?: Buffer | string;
  headers?: Record<string, string>;
}

export class FakeBucket {
  /** By path, the bucket's name included. */
  readonly objects = new Map<string, Buffer>();
  /** Statuses to answer instead, once each. */
  readonly troubles: number[] = [];
  readonly refused: string[] = [];
  /** Uploads that were begun and neither finished nor abandoned, by id. */
  readonly uploads = new Map<string, Buffer[]>();
  /** Objects in one page of a list. */
  pageSize = 1_000;
  /** Whether joining the parts of an upload fails, which is answered with status 200. */
  failsToJoin = false;
  private readonly server: Server;
  private begun = 0;

  private constructor() {
    this.server = createServer((request, response) => {
      void this.answer(request).then(({ status, body = '', headers = {} }) => {
        response.writeHead(status, headers).end(body);
      });
    });
  }

  static async start(): Promise<FakeBucket> {
    const bucket = new FakeBucket();
    await new Promise<void>((resolve) => bucket.server.listen(0, '127.0.0.1', resolve));
    return bucket;
  }

  settings(name: string): S3Settings {
    const { port } = this.server.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}/${name}`;
    return { url, region: 'here-1', accessKeyId: 'key', secretAccessKey: SECRET };
  }

  stop(): Promise<void> {
    this.server.closeAllConnections();
    return new Promise((resolve) => void this.server.close(() => resolve()));
  }

  private async answer(request: IncomingMessage): Promise<Answer> {
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
    const url = new URL(request.url ?? '', 'http://bucket');
    return url.search === ''
      ? this.answerObject(request.method ?? '', url.pathname, body)
      : this.answerQuery(request.method ?? '', url, body);
  }

  private answerObject(method: string, path: string, body: Buffer): Answer {
    const held = this.objects.get(path);
    if (method === 'PUT') this.objects.set(path, body);
    else if (held === undefined) return { status: 404 };
    else if (method === 'DELETE') this.objects.delete(path);
    else return { status: 200, body: held };
    return { status: method === 'PUT' ? 200 : 204 };
  }

  private answerQuery(method: string, { pathname, searchParams }: URL, body: Buffer): Answer {
    if (searchParams.has('list-type')) return this.answerList(pathname, searchParams);
    if (searchParams.has('uploads')) {
      const id = `upload-${(this.begun += 1)}`;
      this.uploads.set(id, []);
      return { status: 200, body: `<R><UploadId>${id}</UploadId></R>` };
    }
    const id = searchParams.get('uploadId') ?? '';
    const parts = this.uploads.get(id);
    if (parts === undefined) return { status: 404 };
    if (method === 'PUT') {
      parts[Number(searchParams.get('partNumber')) - 1] = body;
      return { status: 200, headers: { etag: `"${sha256(body)}"` } };
    }
    if (method === 'POST' && this.failsToJoin) {
      return { status: 200, body: '<Error><Code>InternalError</Code></Error>' };
    }
    this.uploads.delete(id);
    if (method === 'DELETE') return { status: 204 };
    const named = [...body.toString().matchAll(/<ETag>"(\w+)"<\/ETag>/g)].map(([, tag]) => tag);
    const isRight =
      named.length === parts.length && parts.every((p, at) => sha256(p) === named[at]);
    if (!isRight) return { status: 400 };
    this.objects.set(pathname, Buffer.concat(parts));
    return { status: 200, body: '<CompleteMultipartUploadResult/>' };
  }

  private answerList(bucket: string, wanted: URLSearchParams): Answer {
    const root = `${bucket}/`;
    const prefix = wanted.get('prefix') ?? '';
    const from = wanted.get('continuation-token') ?? '';
    const found = new Set<string>();
    for (const path of [...this.objects.keys()].sort()) {
      const key = path.slice(root.length);
      if (!path.startsWith(root) || !key.startsWith(prefix)) continue;
      const end = wanted.has('delimiter') ? key.indexOf('/', prefix.length) : -1;
      found.add(end === -1 ? key : key.slice(0, end + 1));
    }
    const left = [...found].filter((name) => name > from);
    const page = left.slice(0, this.pageSize);
    const rows = page.map((name) =>
      name.endsWith('/')
        ? `<CommonPrefixes><Prefix>${name}</Prefix></CommonPrefixes>`
        : `<Contents><Key>${name}</Key><Size>1</Size></Contents>`,
    );
    if (left.length > page.length) {
      rows.push(`<NextContinuationToken>${page.at(-1)}</NextContinuationToken>`);
    }
    const head = `<Name>tern</Name><Prefix>${prefix}</Prefix>`;
    return { status: 200, body: `<ListBucketResult>${head}${rows.join('\n')}</ListBucketResult>` };
  }
}

const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=key\/(\d{8})\/here-1\/s3\/aws4_request, SignedHeaders=([a-z0-9;-]+), Signature=([0-9a-f]{64})$/;

/** The fault of a request, computed from AWS's description of the signature. */
function faultOf(request: IncomingMessage, body: Buffer): string | undefined {
  const { method = '', headers } = request;
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://bucket');
  const [, day, signed = '', signature] = AUTHORIZATION.exec(headers.authorization ?? '') ?? [];
  if (day === undefined) return `authorization ${headers.authorization}`;
  if (headers['x-amz-content-sha256'] !== sha256(body)) return 'other bytes than were signed';
  for (const needed of ['host', 'x-amz-content-sha256', 'x-amz-date']) {
    if (!signed.split(';').includes(needed)) return `${needed} is not signed`;
  }
  const lines = signed.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`);
  const hash = String(headers['x-amz-content-sha256']);
  const query = [...searchParams]
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .sort()
    .join('&');
  const canonical = [method, pathname, query, lines.join(''), signed, hash].join('\n');
  const date = String(headers['x-amz-date']);
  const scope = `${day}/here-1/s3/aws4_request`;
  const toSign = ['AWS4-HMAC-SHA256', date, scope, sha256(canonical)].join('\n');
  const key = ['here-1', 's3', 'aws4_request'].reduce<Buffer>(hmac, hmac(`AWS4${SECRET}`, day));
  return hmac(key, toSign).toString('hex') === signature ? undefined : 'signature';
}
