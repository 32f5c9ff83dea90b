/** The list of history files as the XML of S3's ListObjects, which tools that copy Binance's files in bulk read. */
import type { Reader } from '../../../platform/database/database.ts';
import { type ListedFile, listFiles } from './store.ts';

export interface Listing {
  readonly prefix: string;
  readonly marker: string;
  readonly maxKeys: number;
  readonly files: readonly ListedFile[];
  readonly isTruncated: boolean;
}

const KEYS_MAX = 1_000;
const KEY = /^[\w\-./]{0,100}$/;

/** `prefix`, `marker` (the last path that is known) and `max-keys`; what is no path finds nothing. */
export async function readListing(reader: Reader, query: URLSearchParams): Promise<Listing> {
  const [prefix, marker] = [query.get('prefix') ?? '', query.get('marker') ?? ''];
  const asked = Number(query.get('max-keys') ?? KEYS_MAX);
  const maxKeys = asked >= 1 && asked <= KEYS_MAX ? Math.floor(asked) : KEYS_MAX;
  if (!KEY.test(prefix) || !KEY.test(marker)) {
    return { prefix: '', marker: '', maxKeys, files: [], isTruncated: false };
  }
  const found = await listFiles(reader, { prefix, after: marker, limit: maxKeys + 1 });
  const files = found.slice(0, maxKeys);
  return { prefix, marker, maxKeys, files, isTruncated: found.length > maxKeys };
}

export function listingXml({ prefix, marker, maxKeys, files, isTruncated }: Listing): string {
  const contents = files.map(
    ({ path, sha256, bytes, publishedAt }) =>
      `<Contents><Key>${path}</Key><LastModified>${new Date(publishedAt).toISOString()}</LastModified>` +
      `<ETag>&quot;${sha256.toString('hex')}&quot;</ETag><Size>${bytes}</Size><StorageClass>STANDARD</StorageClass></Contents>`,
  );
  const next = isTruncated ? `<NextMarker>${files.at(-1)?.path ?? ''}</NextMarker>` : '';
  return (
    `<?xml version="1.0" encoding="UTF-8"?>\n<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">` +
    `<Name>data</Name><Prefix>${prefix}</Prefix><Marker>${marker}</Marker>${next}<MaxKeys>${maxKeys}</MaxKeys>` +
    `<IsTruncated>${isTruncated}</IsTruncated>${contents.join('')}</ListBucketResult>\n`
  );
}
