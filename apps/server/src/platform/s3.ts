/** Signed requests to a private bucket of an S3-compatible store. */
import { createHash } from 'node:crypto';
import { AwsClient } from 'aws4fetch';

export interface S3Settings {
  /** The address of the bucket: `https://s3.example.com/tern-images`. */
  url: string;
  /** "eu-central-1" */
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

export interface BucketRequest {
  method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  /** Of the object; empty: the bucket itself. */
  name: string;
  query?: Readonly<Record<string, string>>;
  body?: Uint8Array;
  signal: AbortSignal;
}

/** Answers whatever the status is, after retries of busy answers. */
export type Bucket = (request: BucketRequest) => Promise<Response>;

/** After a busy answer. */
const RETRIES = 2;

export function openBucket({ url, ...access }: S3Settings): Bucket {
  const client = new AwsClient({ ...access, service: 's3', retries: RETRIES });
  const root = url.replace(/\/$/, '');
  return ({ method, name, query, body, signal }) => {
    const path = name === '' ? root : `${root}/${name}`;
    const sha256 = createHash('sha256')
      .update(body ?? '')
      .digest('hex');
    return client.fetch(
      query === undefined ? path : `${path}?${new URLSearchParams(query).toString()}`,
      {
        method,
        // The signature covers the bytes, so that they cannot be changed in transit.
        headers: { 'x-amz-content-sha256': sha256 },
        ...(body === undefined ? {} : { body: Buffer.from(body) }),
        redirect: 'error',
        signal,
      },
    );
  };
}
