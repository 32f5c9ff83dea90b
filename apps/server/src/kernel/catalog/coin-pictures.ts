/** Pictures of coins: uploaded for a listing, redrawn as icons, served to everyone by their hash (ADR 101). */
import { createHash } from 'node:crypto';
import { int4, int8, text, timestamptz } from '../../platform/database/columns.ts';
import type { Database, Reader } from '../../platform/database/database.ts';
import { DAY_MS, SECOND_MS } from '../../platform/durations.ts';
import { defineQuery } from '../../platform/database/query.ts';
import { defineTable } from '../../platform/database/table.ts';
import type { RawAnswer, RawEndpoint } from '../../platform/http/raw-endpoint.ts';
import { addressSubject, limitKey } from '../../platform/limit-key.ts';
import { type Images, removeFile } from '../images/images.ts';
import { PICTURES } from './assets.ts';

const table = defineTable('coin_pictures', {
  id: int8,
  sha256: text,
  name: text,
  bytes: int4,
  uploadedBy: int8,
  createdAt: timestamptz,
});

const insertPicture = table
  .pick('sha256')
  .insertReturning('catalog.insertCoinPicture', [
    'sha256',
    'name',
    'bytes',
    'uploadedBy',
    'createdAt',
  ]);

/** Equal pictures have equal hashes: any of them will do. */
const pictureByHash = table.select(
  'catalog.coinPictureByHash',
  'where sha256 = $1 order by id limit 1',
  [text],
);

/** Those that no listing names, but a discarded one. */
const deleteUnused = defineQuery({
  name: 'catalog.deleteUnusedCoinPictures',
  text: `delete from coin_pictures p where p.created_at < $1 and not exists (
      select from market_listings l where l.terms #>> '{coin,picture}' = p.sha256 and l.state <> 'discarded') returning name`,
  params: [timestamptz],
  row: { name: text },
});

export interface PictureDeps {
  readonly database: Database;
  readonly images: Pick<Images, 'storeIcon' | 'iconBytesOf'>;
}

/** PNG, WebP or SVG in base64. Returns the hash of the icon that it became. @throws busy, invalid-file */
export async function storePicture(
  { images }: PictureDeps,
  base64: string,
  by: { readonly operatorId: number; readonly at: number },
): Promise<string> {
  const { sha256 } = await images.storeIcon(base64, (tx, { name, sha256: hash, bytes }) =>
    insertPicture(tx, {
      sha256: hash,
      name,
      bytes,
      uploadedBy: by.operatorId,
      createdAt: by.at,
    }),
  );
  return sha256;
}

/** PNG. Undefined if there is none of this hash, or its bytes are missing or others. */
export async function pictureBytes(
  { images }: Pick<PictureDeps, 'images'>,
  reader: Reader,
  sha256: string,
): Promise<Buffer | undefined> {
  const picture = await reader.maybe(pictureByHash, [sha256]);
  const bytes = picture && (await images.iconBytesOf(picture.name));
  if (bytes === undefined) return undefined;
  const isSame = createHash('sha256').update(bytes).digest('hex') === sha256;
  return isSame ? Buffer.from(bytes) : undefined;
}

/** How long one that no listing names is kept. */
const UNUSED_KEPT_MS = DAY_MS;

export async function pruneCoinPictures(database: Database, now: number): Promise<void> {
  await database.transaction(async (tx) => {
    const removed = await tx.many(deleteUnused, [now - UNUSED_KEPT_MS]);
    for (const { name } of removed) await removeFile(tx, name, now);
  });
}

const YEAR_SECONDS = (365 * DAY_MS) / SECOND_MS;
/** What a hash names never changes. */
const NEVER_CHANGES = `public, max-age=${YEAR_SECONDS}, immutable`;
const NAME = /^([0-9a-f]{64})\.png$/;

const plain = (status: number, headers: RawAnswer['headers'] = {}): RawAnswer => ({
  status,
  body: '',
  headers: { 'content-type': 'text/plain; charset=utf-8', ...headers },
});

/** Whoever knows the hash sees the picture: it is unknown until the coin is listed. */
export function pictureEndpoint(deps: PictureDeps): RawEndpoint {
  return {
    method: 'GET',
    path: `${PICTURES}:file`,
    async answer({ params, address, takeTurn }) {
      const waitMs = takeTurn(limitKey('coin picture', addressSubject(address)), 'read');
      if (waitMs > 0) return plain(429, { 'retry-after': String(Math.ceil(waitMs / SECOND_MS)) });
      const sha256 = NAME.exec(params.file ?? '')?.[1];
      const body = sha256 && (await pictureBytes(deps, deps.database, sha256));
      if (body === undefined || body === '') return plain(404);
      const headers = { 'content-type': 'image/png', 'cache-control': NEVER_CHANGES };
      return { status: 200, body, headers };
    },
  };
}
