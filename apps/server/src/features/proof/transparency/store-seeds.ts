/** The SQL of seed commitments. */
import { bytea, date, int2, int8, timestamptz } from '../../../platform/database/columns.ts';
import type { Reader, Tx } from '../../../platform/database/database.ts';
import { defineQuery, defineStatement, type RowOf } from '../../../platform/database/query.ts';

const seedsPage = defineQuery({
  name: 'transparency.seedsPage',
  text: `select day, commitment, published_at, key_id, signature from transparency_seeds
    order by day desc limit $1 offset $2`,
  params: [int8, int8],
  row: { day: date, commitment: bytea, publishedAt: timestamptz, keyId: int2, signature: bytea },
});
export type SeedRow = RowOf<typeof seedsPage>;

const seedCount = defineQuery({
  name: 'transparency.seedCount',
  text: 'select count(*) as count from transparency_seeds',
  params: [],
  row: { count: int8 },
});

const insertSeedStatement = defineStatement({
  name: 'transparency.insertSeed',
  text: `insert into transparency_seeds (day, commitment, published_at, key_id, signature)
    values ($1, $2, $3, $4, $5) on conflict do nothing`,
  params: [date, bytea, timestamptz, int2, bytea],
});

/** Newest first. */
export function listSeeds(
  reader: Reader,
  page: { limit: number; offset: number },
): Promise<SeedRow[]> {
  return reader.many(seedsPage, [page.limit, page.offset]);
}

export async function countSeeds(reader: Reader): Promise<number> {
  return (await reader.one(seedCount, [])).count;
}

/** An existing commitment stays unchanged. */
export async function insertSeed(
  tx: Tx,
  row: Omit<SeedRow, 'commitment' | 'signature'> & {
    commitment: Uint8Array;
    signature: Uint8Array;
  },
): Promise<void> {
  const { day, commitment, publishedAt, keyId, signature } = row;
  await tx.run(insertSeedStatement, [day, commitment, publishedAt, keyId, signature]);
}
