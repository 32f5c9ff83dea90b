/** The SQL of signing keys and sealed segments of chains. */
import {
  arrayOf,
  bytea,
  int2,
  int8,
  nullable,
  timestamptz,
} from '../../../platform/database/columns.ts';
import type { Reader, Tx } from '../../../platform/database/database.ts';
import { defineQuery, defineStatement, type RowOf } from '../../../platform/database/query.ts';
import { defineTable } from '../../../platform/database/table.ts';

const allKeys = defineQuery({
  name: 'transparency.allKeys',
  text: 'select id, public_key, sealed_secret, created_at from transparency_keys order by id desc',
  params: [],
  row: { id: int2, publicKey: bytea, sealedSecret: bytea, createdAt: timestamptz },
});
export type KeyRow = RowOf<typeof allKeys>;

const insertKeyStatement = defineStatement({
  name: 'transparency.insertKey',
  text: `insert into transparency_keys (id, public_key, sealed_secret, created_at)
    values ($1, $2, $3, $4) on conflict do nothing`,
  params: [int2, bytea, bytea, timestamptz],
});

/** Newest first. */
export function listKeys(reader: Reader): Promise<KeyRow[]> {
  return reader.many(allKeys, []);
}

export async function insertKey(
  tx: Tx,
  key: Omit<KeyRow, 'publicKey' | 'sealedSecret'> & {
    publicKey: Uint8Array;
    sealedSecret: Uint8Array;
  },
): Promise<void> {
  await tx.run(insertKeyStatement, [key.id, key.publicKey, key.sealedSecret, key.createdAt]);
}
const transparencySegments = defineTable('transparency_segments', {
  instrumentId: int2,
  toSeq: int8,
  hash: bytea,
  signedAt: timestamptz,
  keyId: int2,
  signature: bytea,
  entryIndex: nullable(int8),
  fromSeq: int8,
})
  .as('s')
  .omit('fromSeq');

const newestHeadsQuery = defineQuery({
  name: 'transparency.newestHeads',
  text: `select ${transparencySegments.columns} from unnest($1::smallint[]) as i(id)
    join lateral (
      select * from transparency_segments where instrument_id = i.id order by to_seq desc limit 1
    ) s on true`,
  params: [arrayOf(int2)],
  row: transparencySegments.row,
});
export type HeadRow = RowOf<typeof newestHeadsQuery>;

const headsSignedFrom = transparencySegments.select(
  'transparency.headsSignedFrom',
  'where s.instrument_id = $1 and s.signed_at >= $2 order by s.signed_at, s.to_seq limit $3',
  [int2, timestamptz, int8],
);

const segmentsQuery = defineQuery({
  name: 'transparency.segmentsFrom',
  text: `select ${transparencySegments.columns}, s.from_seq, s.hash_before, s.ticks from transparency_segments s
    where s.instrument_id = $1 and s.from_seq >= $2 order by s.from_seq limit $3`,
  params: [int2, int8, int8],
  row: { ...transparencySegments.row, fromSeq: int8, hashBefore: bytea, ticks: bytea },
});
export type SegmentRow = RowOf<typeof segmentsQuery>;

const segmentAt = transparencySegments
  .pick('fromSeq')
  .select(
    'transparency.segmentAt',
    'where instrument_id = $1 and from_at <= $2 order by from_at desc limit 1',
    [int2, timestamptz],
  );

const insertSegmentsStatement = defineStatement({
  name: 'transparency.insertSegments',
  text: `insert into transparency_segments (instrument_id, from_seq, to_seq, from_at, to_at, hash_before, hash,
      signed_at, key_id, signature, ticks, entry_index)
    select s.*, $12::bigint from unnest($1::smallint[], $2::bigint[], $3::bigint[], $4::timestamptz[], $5::timestamptz[],
      $6::bytea[], $7::bytea[], $8::timestamptz[], $9::smallint[], $10::bytea[], $11::bytea[]) as s
    on conflict do nothing`,
  params: [
    arrayOf(int2),
    arrayOf(int8),
    arrayOf(int8),
    arrayOf(timestamptz),
    arrayOf(timestamptz),
    arrayOf(bytea),
    arrayOf(bytea),
    arrayOf(timestamptz),
    arrayOf(int2),
    arrayOf(bytea),
    arrayOf(bytea),
    int8,
  ],
});

const headsOfEntry = transparencySegments.select(
  'transparency.headsOfEntry',
  'where s.entry_index = $1 order by s.instrument_id',
  [int8],
);

const headAt = transparencySegments.select(
  'transparency.headAt',
  'where s.instrument_id = $1 and s.to_seq = $2',
  [int2, int8],
);

/** The heads of an entry of the public log, in its order. */
export const listHeadsOf = (reader: Reader, entryIndex: number): Promise<HeadRow[]> =>
  reader.many(headsOfEntry, [entryIndex]);

/** Undefined when no head was signed after this tick. */
export const findHead = (
  reader: Reader,
  { instrumentId, toSeq }: { instrumentId: number; toSeq: number },
): Promise<HeadRow | undefined> => reader.maybe(headAt, [instrumentId, toSeq]);

/** One of each instrument, unordered. */
export function newestHeads(reader: Reader, instrumentIds: readonly number[]): Promise<HeadRow[]> {
  return reader.many(newestHeadsQuery, [instrumentIds]);
}

/** Oldest first. Units: `from` epoch milliseconds. */
export function headsFrom(
  reader: Reader,
  query: { instrumentId: number; from: number; limit: number },
): Promise<HeadRow[]> {
  return reader.many(headsSignedFrom, [query.instrumentId, query.from, query.limit]);
}

/** Segments in chain order, starting with the one that contains the last tick at or before `at`. Units: epoch milliseconds. */
export async function segmentsFrom(
  reader: Reader,
  query: { instrumentId: number; at: number; limit: number },
): Promise<SegmentRow[]> {
  const { instrumentId, at, limit } = query;
  const first = await reader.maybe(segmentAt, [instrumentId, at]);
  return segmentsAfter(reader, { instrumentId, fromSeq: first?.fromSeq ?? 1, limit });
}

/** Segments in chain order that begin at `fromSeq` or later. */
export function segmentsAfter(
  reader: Reader,
  query: { instrumentId: number; fromSeq: number; limit: number },
): Promise<SegmentRow[]> {
  return reader.many(segmentsQuery, [query.instrumentId, query.fromSeq, query.limit]);
}

export interface NewSegment {
  readonly instrumentId: number;
  readonly fromSeq: number;
  readonly toSeq: number;
  readonly fromAt: number;
  readonly toAt: number;
  readonly hashBefore: Uint8Array;
  readonly hash: Uint8Array;
  readonly signedAt: number;
  readonly keyId: number;
  readonly signature: Uint8Array;
  readonly ticks: Uint8Array;
}

/**
 * Notes new segments and the entry of the public log that contains their heads.
 * @throws Error when another instance has sealed one of them: the entry would contain a head that nobody publishes
 */
export async function insertSegments(
  tx: Tx,
  rows: readonly NewSegment[],
  entryIndex: number,
): Promise<void> {
  const column = <K extends keyof NewSegment>(key: K): NewSegment[K][] =>
    rows.map((row) => row[key]);
  const inserted = await tx.run(insertSegmentsStatement, [
    column('instrumentId'),
    column('fromSeq'),
    column('toSeq'),
    column('fromAt'),
    column('toAt'),
    column('hashBefore'),
    column('hash'),
    column('signedAt'),
    column('keyId'),
    column('signature'),
    column('ticks'),
    entryIndex,
  ]);
  if (inserted !== rows.length) throw new SealedMeanwhile();
}

/** Another instance has sealed the same ticks. */
export class SealedMeanwhile extends Error {}
