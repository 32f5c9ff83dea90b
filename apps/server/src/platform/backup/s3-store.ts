/** Backups in a private bucket of an S3-compatible store. Long files are uploaded in parts and appear when all are stored. */
import { createHash } from 'node:crypto';
import { type Bucket, openBucket, type S3Settings } from '../s3.ts';
import { type BackupStore, MissingInBackup } from './backup-store.ts';

/** Held in memory; with 10,000 parts at most, a file of a backup may have 320 GB. */
const PART_BYTES = 32 * 1024 * 1024;
/** For a request with its answer, and for each piece of a download. */
const TIMEOUT_MS = 120_000;

export function createS3Store(settings: S3Settings, partBytes = PART_BYTES): BackupStore {
  const bucket = openBucket(settings);
  return {
    async put(name, source) {
      const hash = createHash('sha256');
      let bytes = 0;
      const upload = new Upload(bucket, name);
      try {
        for await (const part of partsOf(source, partBytes)) {
          hash.update(part);
          bytes += part.length;
          await upload.add(part);
        }
        await upload.finish();
      } catch (error) {
        // Parts of an unfinished upload cost money and can never be read.
        await upload.abandon().catch(() => undefined);
        throw error;
      }
      return { bytes, sha256: hash.digest('hex') };
    },
    async *get(name) {
      const stalled = new AbortController();
      const stall = () => stalled.abort(new Error('the store of backups does not answer'));
      const timer = setTimeout(stall, TIMEOUT_MS);
      try {
        const answer = await bucket({ method: 'GET', name, signal: stalled.signal });
        if (answer.status === 404) throw new MissingInBackup(name);
        for await (const piece of (await right(answer)).body ?? []) {
          timer.refresh();
          yield piece;
        }
      } finally {
        clearTimeout(timer);
      }
    },
    async list(folder) {
      const prefix = folder === '' ? '' : `${folder}/`;
      const names = [];
      for await (const found of listed(bucket, { prefix, delimiter: '/' })) {
        names.push(found.slice(prefix.length).replace(/\/$/, ''));
      }
      return names.sort();
    },
    async remove(name) {
      await removeObject(bucket, name);
      for await (const found of listed(bucket, { prefix: `${name}/` })) {
        await removeObject(bucket, found);
      }
    },
  };
}

const deadline = () => AbortSignal.timeout(TIMEOUT_MS);

/** @throws Error that says what the store answered */
async function right(answer: Response): Promise<Response> {
  if (answer.ok) return answer;
  await answer.body?.cancel();
  throw new Error(`the store of backups answered ${answer.status}`);
}

async function removeObject(bucket: Bucket, name: string): Promise<void> {
  const answer = await bucket({ method: 'DELETE', name, signal: deadline() });
  if (answer.status !== 404) await right(answer);
  await answer.body?.cancel();
}

/** An upload of one request, or of several when there is more than one part. */
class Upload {
  private readonly bucket: Bucket;
  private readonly name: string;
  private first: Uint8Array | undefined;
  /** Of an upload in parts. */
  private id: string | undefined;
  private readonly tags: string[] = [];

  constructor(bucket: Bucket, name: string) {
    this.bucket = bucket;
    this.name = name;
  }

  async add(part: Uint8Array): Promise<void> {
    if (this.id === undefined && this.first === undefined) {
      this.first = part;
      return;
    }
    if (this.first !== undefined) {
      const answer = await this.ask('POST', { query: { uploads: '' } });
      this.id = textOf(await answer.text(), 'UploadId');
      if (this.id === undefined) throw new Error('the store of backups began no upload');
      await this.send(this.first);
      this.first = undefined;
    }
    await this.send(part);
  }

  /** Resolves when the file is stored and has its name. */
  async finish(): Promise<void> {
    if (this.id === undefined) {
      const answer = await this.ask('PUT', { body: this.first ?? new Uint8Array() });
      await answer.body?.cancel();
      return;
    }
    const parts = this.tags.map(
      (tag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${tag}</ETag></Part>`,
    );
    const text = `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`;
    const answer = await this.ask('POST', {
      query: { uploadId: this.id },
      body: Buffer.from(text),
    });
    // The status is sent before the parts are joined, so only the body says whether they were.
    if ((await answer.text()).includes('<Error>')) {
      throw new Error('the store of backups could not join the parts of an upload');
    }
    this.id = undefined;
  }

  async abandon(): Promise<void> {
    if (this.id === undefined) return;
    const answer = await this.ask('DELETE', { query: { uploadId: this.id } });
    await answer.body?.cancel();
  }

  private async send(part: Uint8Array): Promise<void> {
    const partNumber = String(this.tags.length + 1);
    const answer = await this.ask('PUT', { query: { partNumber, uploadId: this.id! }, body: part });
    await answer.body?.cancel();
    const tag = answer.headers.get('etag');
    if (tag === null) throw new Error('the store of backups did not confirm a part');
    this.tags.push(tag);
  }

  private async ask(
    method: 'PUT' | 'POST' | 'DELETE',
    rest: { query?: Record<string, string>; body?: Uint8Array },
  ): Promise<Response> {
    return right(await this.bucket({ method, name: this.name, signal: deadline(), ...rest }));
  }
}

/** Parts of exactly that length, the last one shorter. */
async function* partsOf(
  source: AsyncIterable<Uint8Array>,
  length: number,
): AsyncGenerator<Uint8Array> {
  let pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of source) {
    pieces.push(piece);
    bytes += piece.length;
    if (bytes < length) continue;
    const joined = Buffer.concat(pieces);
    const whole = joined.length - (joined.length % length);
    for (let at = 0; at < whole; at += length) yield joined.subarray(at, at + length);
    const rest = joined.subarray(whole);
    pieces = [rest];
    bytes = rest.length;
  }
  if (bytes > 0) yield Buffer.concat(pieces);
}

/** Names of objects; with a delimiter those of folders too, which end with it. */
async function* listed(
  bucket: Bucket,
  wanted: { prefix: string; delimiter?: string },
): AsyncGenerator<string> {
  let from: string | undefined;
  do {
    const query = { 'list-type': '2', ...wanted, ...(from && { 'continuation-token': from }) };
    const answer = await bucket({ method: 'GET', name: '', query, signal: deadline() });
    const text = await (await right(answer)).text();
    for (const found of elementsOf(text, 'Contents')) yield textOf(found, 'Key')!;
    for (const found of elementsOf(text, 'CommonPrefixes')) yield textOf(found, 'Prefix')!;
    from = textOf(text, 'NextContinuationToken');
  } while (from !== undefined);
}

/** The contents of all elements of a name. Enough of XML for these answers, whose elements have no attributes. */
const elementsOf = (text: string, name: string): string[] =>
  [...text.matchAll(new RegExp(`<${name}>(.*?)</${name}>`, 'gs'))].map(([, content]) => content!);

/** The text of the first element of a name. */
const textOf = (xml: string, name: string): string | undefined =>
  elementsOf(xml, name)[0]?.replaceAll(
    /&(lt|gt|quot|apos|amp);/g,
    (_, entity: string) => ENTITIES[entity]!,
  );

const ENTITIES: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  amp: '&',
};
