/** Files in a private bucket of an S3-compatible store, addressed by path. */
import { openBucket, type S3Settings } from '../s3.ts';
import { assertFileName, type Files } from './files.ts';

const TIMEOUT_MS = 10_000;

export function createS3Files(settings: S3Settings): Files {
  const bucket = openBucket(settings);
  const ask = (method: 'GET' | 'PUT' | 'DELETE', name: string, body?: Uint8Array) => {
    assertFileName(name);
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    return bucket({ method, name, signal, ...(body === undefined ? {} : { body }) });
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
