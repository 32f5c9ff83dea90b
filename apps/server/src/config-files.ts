/** Reads the settings of the S3 store for private files from the environment. */
import { describeSettings, type Given, type NameOf } from './config-setting.ts';
import type { S3Settings } from './platform/files/s3-files.ts';

export const fileSettings = describeSettings({
  S3_URL: {
    does: 'The bucket of private files, such as proofs of identity.',
    takes: 'an `http://` or `https://` address without user, `?` and `#`',
    default: 'the folder `files` in `DATA_DIR`',
    prevents: 'Files on one machine only, lost with it and absent on a second one.',
  },
  S3_ACCESS_KEY_ID: {
    does: 'The key that may read and write the bucket.',
    takes: 'text',
    prevents: 'A bucket open to anyone: address, key and secret go only together.',
  },
  S3_SECRET_ACCESS_KEY: {
    does: 'The secret of that key; keep it secret.',
    takes: 'text',
    prevents: 'As for `S3_ACCESS_KEY_ID`.',
  },
  S3_REGION: {
    does: "The store's region.",
    takes: 'text',
    default: '`us-east-1`',
    prevents: 'A signature for another region, which the store refuses.',
  },
});

type Name = NameOf<typeof fileSettings>;

const NEEDED = ['S3_URL', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;
/** Used for stores without regions. */
const REGION = 'us-east-1';

/** `S3_URL` is the address of the bucket. Faults are added to `faults`. */
export function readS3(given: Given<Name>, faults: string[]): S3Settings | undefined {
  const [url, accessKeyId, secretAccessKey] = NEEDED.map(given);
  if (![...NEEDED, 'S3_REGION' as const].some((name) => given(name) !== undefined))
    return undefined;
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
