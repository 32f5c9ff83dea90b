/** Reads the address and the key of a bucket of an S3-compatible store. */
import { type Given, isPlainAddress } from './setting.ts';
import type { S3Settings } from '../platform/s3.ts';

/** The settings of one bucket. */
export interface BucketSettings<Name extends string> {
  url: Name;
  accessKeyId: Name;
  secretAccessKey: Name;
  region: Name;
}

/** Used for stores without regions. */
const REGION = 'us-east-1';

/** Absent when none of its settings is given. Faults are added to `faults`. */
export function readBucket<Name extends string>(
  given: Given<Name>,
  names: BucketSettings<Name>,
  faults: string[],
): S3Settings | undefined {
  const { url, accessKeyId, secretAccessKey, region } = names;
  const needed = [url, accessKeyId, secretAccessKey];
  if (![...needed, region].some((name) => given(name) !== undefined)) return undefined;
  const [address, key, secret] = needed.map(given);
  if (address === undefined || key === undefined || secret === undefined) {
    faults.push(`${needed.join(', ')} only go together`);
    return undefined;
  }
  if (!isPlainAddress(address)) {
    faults.push(
      `${url} must be the http:// or https:// address of a bucket, without user, ? and #`,
    );
    return undefined;
  }
  const access = { accessKeyId: key, secretAccessKey: secret };
  return { url: address, region: given(region) ?? REGION, ...access };
}
