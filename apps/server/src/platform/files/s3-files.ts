/** Files in a private bucket of an S3-compatible store, addressed by path. */
import { createHash } from 'node:crypto';
import { AwsClient } from 'aws4fetch';
import { assertFileName, type Files } from './files.ts';

export interface S3Settings {
  /** The address of the bucket: `https://s3.example.com/tern-images`. */
  url: string;
  /** "eu-central-1" */
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

const TIMEOUT_MS = 10_000;
/** After a busy answer, within the timeout. */
const RETRIES = 2;

export function createS3Files(settings: S3Settings): Files {
  const { url, region, accessKeyId, secretAccessKey } = settings;
  const client = new AwsClient({
    service: 's3',
    retries: RETRIES,
    region,
    accessKeyId,
    secretAccessKey,
  });
  const ask = (method: 'GET' | 'PUT' | 'DELETE', name: string, bytes?: Uint8Array) => {
    assertFileName(name);
    const sha256 = createHash('sha256')
      .update(bytes ?? '')
      .digest('hex');
    return client.fetch(`${url.replace(/\/$/, '')}/${name}`, {
      method,
      // The signature covers the bytes, so that they cannot be changed in transit.
      headers: { 'x-amz-content-sha256': sha256 },
      ...(bytes === undefined ? {} : { body: Buffer.from(bytes) }),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
  };
  const done = async (answer: Response, ...alsoRight: number[]) => {
    await answer.body?.cancel();
    if (answer.ok || alsoRight.includes(answer.status)) return;
    throw new Error(`the file store answered ${answer.status}`);
  };
  return {
    put: async (name, bytes) => done(await ask('PUT', name, bytes)),
    async get(name) {
      const answer = await ask('GET', name);
      if (answer.ok) return new Uint8Array(await answer.arrayBuffer());
      await done(answer, 404);
      return undefined;
    },
    remove: async (name) => done(await ask('DELETE', name), 404),
  };
}
