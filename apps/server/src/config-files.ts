/** Reads the settings of the S3 store for private files from the environment. */
import type { S3Settings } from './platform/files/s3-files.ts';

type Given = (name: string) => string | undefined;

const NEEDED = ['S3_URL', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;
/** Used for stores without regions. */
const REGION = 'us-east-1';

/** `S3_URL` is the address of the bucket. Faults are added to `faults`. */
export function readS3(given: Given, faults: string[]): S3Settings | undefined {
  const [url, accessKeyId, secretAccessKey] = NEEDED.map(given);
  if (![...NEEDED, 'S3_REGION'].some((name) => given(name) !== undefined)) return undefined;
  if (url === undefined || accessKeyId === undefined || secretAccessKey === undefined) {
    faults.push(`${NEEDED.join(', ')} only go together`);
    return undefined;
  }
  if (!isBucket(url)) {
    faults.push(
      'S3_URL must be the http:// or https:// address of a bucket, without user, ? and #',
    );
    return undefined;
  }
  return { url, region: given('S3_REGION') ?? REGION, accessKeyId, secretAccessKey };
}

function isBucket(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, search, hash } = new URL(text);
  return ['http:', 'https:'].includes(protocol) && `${username}${password}${search}${hash}` === '';
}
