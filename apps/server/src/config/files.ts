/** Reads the settings of the S3 store for private files from the environment. */
import { readBucket } from './s3.ts';
import { describeSettings, type Given, type NameOf } from './setting.ts';
import type { S3Settings } from '../platform/s3.ts';

export const fileSettings = describeSettings({
  S3_URL: {
    description: 'The bucket of private files, such as proofs of identity.',
    format: 'an `http://` or `https://` address without user, `?` and `#`',
    default: 'the folder `files` in `DATA_DIR`',
    rationale: 'Files on one machine only, lost with it and absent on a second one.',
  },
  S3_ACCESS_KEY_ID: {
    description: 'The key that may read and write the bucket.',
    format: 'text',
    rationale: 'A bucket open to anyone: address, key and secret go only together.',
  },
  S3_SECRET_ACCESS_KEY: {
    description: 'The secret of that key; keep it secret.',
    format: 'text',
    rationale: 'As for `S3_ACCESS_KEY_ID`.',
  },
  S3_REGION: {
    description: "The store's region.",
    format: 'text',
    default: '`us-east-1`',
    rationale: 'A signature for another region, which the store refuses.',
  },
});

type Name = NameOf<typeof fileSettings>;

/** Absent: files are in the data folder. Faults are added to `faults`. */
export const readS3 = (given: Given<Name>, faults: string[]): S3Settings | undefined =>
  readBucket(
    given,
    {
      url: 'S3_URL',
      accessKeyId: 'S3_ACCESS_KEY_ID',
      secretAccessKey: 'S3_SECRET_ACCESS_KEY',
      region: 'S3_REGION',
    },
    faults,
  );
