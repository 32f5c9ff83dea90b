/** The SQL of the log itself: its keys, head, entries and tiles. */
import { TILE_WIDTH } from '@tern/proofs';
import {
  arrayOf,
  bool,
  bytea,
  int2,
  int8,
  text,
  timestamptz,
} from '../../../platform/database/columns.ts';
import type { Reader, Tx } from '../../../platform/database/database.ts';
import { defineQuery, defineStatement, type RowOf } from '../../../platform/database/query.ts';
import { defineTable } from '../../../platform/database/table.ts';

const allKeys = defineQuery({
  name: 'public-log.allKeys',
  text: 'select id, public_key, sealed_secret, salt_secret, created_at from public_log_keys order by id desc',
  params: [],
  row: {
    id: int2,
    publicKey: bytea,
    sealedSecret: bytea,
    saltSecret: bytea,
    createdAt: timestamptz,
  },
});
export type KeyRow = RowOf<typeof allKeys>;

const insertKeyStatement = defineStatement({
  name: 'public-log.insertKey',
  text: `insert into public_log_keys (id, public_key, sealed_secret, salt_secret, created_at)
    values ($1, $2, $3, $4, $5) on conflict do nothing`,
  params: [int2, bytea, bytea, bytea, timestamptz],
});

/** Newest first. */
export function listKeys(reader: Reader): Promise<KeyRow[]> {
  return reader.many(allKeys, []);
}

/** Returns false when there is a key of this number: it stays as it is. */
export async function insertKey(tx: Tx, key: KeyRow): Promise<boolean> {
  const { id, publicKey, sealedSecret, saltSecret, createdAt } = key;
  const values = [id, publicKey, sealedSecret, saltSecret, createdAt] as const;
  return (await tx.run(insertKeyStatement, values)) === 1;
}

const keyEntries = defineQuery({
  name: 'public-log.keyEntries',
  text: `select k.key_id, k.entry_index, e.entry from public_log_key_entries k
    join public_log_entries e on e.index = k.entry_index order by k.key_id`,
  params: [],
  row: { keyId: int2, entryIndex: int8, entry: bytea },
});

const insertKeyEntryStatement = defineStatement({
  name: 'public-log.insertKeyEntry',
  text: 'insert into public_log_key_entries (key_id, entry_index) values ($1, $2)',
  params: [int2, int8],
});

/** The entries that introduced keys, by key. */
export const listKeyEntries = (reader: Reader): Promise<RowOf<typeof keyEntries>[]> =>
  reader.many(keyEntries, []);

export async function insertKeyEntry(tx: Tx, keyId: number, index: number): Promise<void> {
  await tx.run(insertKeyEntryStatement, [keyId, index]);
}
const publicLogHead = defineTable('public_log_head', {
  origin: text,
  size: int8,
  root: bytea,
  checkpoint: text,
  signedAt: timestamptz,
  round: int8,
  roundAt: timestamptz,
  sealedThrough: int8,
});

const headQuery = publicLogHead.select('public-log.head', '', []);
export type HeadRow = RowOf<typeof headQuery>;

const headToSeal = defineQuery({
  name: 'public-log.headToSeal',
  text: `select ${publicLogHead.columns}, next_through, pg_snapshot_xmin(pg_current_snapshot()) >= settled_at as is_settled,
      public_log_last_posting() as last_posting
    from public_log_head`,
  params: [],
  row: { ...publicLogHead.row, nextThrough: int8, isSettled: bool, lastPosting: int8 },
});
/** With the newest posting, and whether the one that the head named as next is certain to have none before it. */
export type HeadToSeal = RowOf<typeof headToSeal>;

const lagQuery = defineQuery({
  name: 'public-log.lag',
  text: `select size, signed_at, greatest(public_log_last_posting() - sealed_through, 0) as unsealed_postings
    from public_log_head`,
  params: [],
  row: { size: int8, signedAt: timestamptz, unsealedPostings: int8 },
});

/** Undefined before the log was opened. */
export const readLag = (reader: Reader): Promise<RowOf<typeof lagQuery> | undefined> =>
  reader.maybe(lagQuery, []);

const lockHeadQuery = publicLogHead
  .pick('size')
  .select(
    'public-log.lockHead',
    'where size = $1 and checkpoint = $2 and sealed_through = $3 and next_through = $4 for update skip locked',
    [int8, text, int8, int8],
  );

const waitForHeadQuery = publicLogHead
  .pick('size')
  .select('public-log.waitForHead', 'for update', []);

const insertHeadStatement = defineStatement({
  name: 'public-log.insertHead',
  text: `insert into public_log_head (origin, size, root, checkpoint, signed_at, round, round_at)
    values ($1, 0, $2, $3, $4, 0, to_timestamp(0)) on conflict do nothing`,
  params: [text, bytea, text, timestamptz],
});

const advanceHeadStatement = defineStatement({
  name: 'public-log.advanceHead',
  text: `update public_log_head set size = $1, root = $2, checkpoint = $3, signed_at = $4, round = $5, round_at = $6`,
  params: [int8, bytea, text, timestamptz, int8, timestamptz],
});

const advanceProgressStatement = defineStatement({
  name: 'public-log.advanceProgress',
  text: `update public_log_head
    set sealed_through = $1, next_through = $2, settled_at = pg_snapshot_xmax(pg_current_snapshot())`,
  params: [int8, int8],
});

export function readHead(reader: Reader): Promise<HeadRow | undefined> {
  return reader.maybe(headQuery, []);
}

/** @throws Error before the log was opened */
export function readHeadToSeal(tx: Tx): Promise<HeadToSeal> {
  return tx.one(headToSeal, []);
}

/** False when another transaction has advanced the head since it was read, or does so now. */
export async function lockHead(tx: Tx, head: HeadToSeal): Promise<boolean> {
  const { size, checkpoint, sealedThrough, nextThrough } = head;
  const locked = await tx.maybe(lockHeadQuery, [size, checkpoint, sealedThrough, nextThrough]);
  return locked !== undefined;
}

/** Locks the head as soon as nobody else does; what is read after it is the newest. */
export async function waitForHead(tx: Tx): Promise<void> {
  await tx.maybe(waitForHeadQuery, []);
}

/** The head of an empty log; an existing head stays as it is. */
export async function insertHead(
  tx: Tx,
  head: Pick<HeadRow, 'origin' | 'checkpoint' | 'signedAt'> & { readonly root: Uint8Array },
): Promise<void> {
  await tx.run(insertHeadStatement, [head.origin, head.root, head.checkpoint, head.signedAt]);
}

export async function advanceHead(
  tx: Tx,
  head: Omit<HeadRow, 'origin' | 'root' | 'sealedThrough'> & { readonly root: Uint8Array },
): Promise<void> {
  const { size, root, checkpoint, signedAt, round, roundAt } = head;
  await tx.run(advanceHeadStatement, [size, root, checkpoint, signedAt, round, roundAt]);
}

/** Everything that the head named as next is sealed. Names the posting that was the last when the head was read as next. */
export async function advanceProgress(
  tx: Tx,
  { nextThrough, lastPosting }: HeadToSeal,
): Promise<void> {
  // Smaller ids that are not committed yet belong to transactions that began before this statement's snapshot.
  await tx.run(advanceProgressStatement, [nextThrough, lastPosting]);
}

const insertEntriesStatement = defineStatement({
  name: 'public-log.insertEntries',
  text: `insert into public_log_entries (index, entry)
    select $1 + e.position - 1, e.entry from unnest($2::bytea[]) with ordinality as e(entry, position)`,
  params: [int8, arrayOf(bytea)],
});

const bundleQuery = defineQuery({
  name: 'public-log.bundle',
  text: 'select entry from public_log_entries where index >= $1 and index < $2 order by index',
  params: [int8, int8],
  row: { entry: bytea },
});

/** Shape: the first entry gets the index `from`. */
export async function insertEntries(
  tx: Tx,
  from: number,
  entries: readonly Uint8Array[],
): Promise<void> {
  await tx.run(insertEntriesStatement, [from, entries]);
}

/** The entries of a bundle, `width` of them if the log has as many. */
export async function readBundle(
  reader: Reader,
  { index, width }: { readonly index: number; readonly width: number },
): Promise<Buffer[]> {
  const from = index * TILE_WIDTH;
  const rows = await reader.many(bundleQuery, [from, from + width]);
  return rows.map(({ entry }) => entry);
}

const entryQuery = defineQuery({
  name: 'public-log.entry',
  text: 'select entry from public_log_entries where index = $1',
  params: [int8],
  row: { entry: bytea },
});

/** The bytes of an entry; undefined beyond the end of the log. */
export async function readEntry(reader: Reader, index: number): Promise<Uint8Array | undefined> {
  return (await reader.maybe(entryQuery, [index]))?.entry;
}

const tileQuery = defineQuery({
  name: 'public-log.tile',
  text: 'select nodes from public_log_tiles where level = $1 and index = $2',
  params: [int2, int8],
  row: { nodes: bytea },
});

const putTilesStatement = defineStatement({
  name: 'public-log.putTiles',
  text: `insert into public_log_tiles (level, index, nodes)
    select * from unnest($1::smallint[], $2::bigint[], $3::bytea[])
    on conflict (level, index) do update set nodes = excluded.nodes`,
  params: [arrayOf(int2), arrayOf(int8), arrayOf(bytea)],
});

interface StoredTile {
  readonly level: number;
  readonly index: number;
  readonly nodes: Uint8Array;
}

/** The nodes that a tile has so far. */
export async function readTile(
  reader: Reader,
  { level, index }: Pick<StoredTile, 'level' | 'index'>,
): Promise<Buffer | undefined> {
  return (await reader.maybe(tileQuery, [level, index]))?.nodes;
}

/** Stores new tiles and more nodes of known ones; the database refuses other nodes. */
export async function putTiles(tx: Tx, tiles: readonly StoredTile[]): Promise<void> {
  await tx.run(putTilesStatement, [
    tiles.map(({ level }) => level),
    tiles.map(({ index }) => index),
    tiles.map(({ nodes }) => nodes),
  ]);
}

const publicLogCheckpoints = defineTable('public_log_checkpoints', {
  size: int8,
  checkpoint: text,
  signedAt: timestamptz,
});

/** Newest first, for `readPage`. */
export const listCheckpoints = publicLogCheckpoints.select(
  'public-log.checkpoints',
  'order by size desc limit $1 offset $2',
  [int8, int8],
);
export type CheckpointRow = RowOf<typeof listCheckpoints>;

export const countCheckpoints = defineQuery({
  name: 'public-log.countCheckpoints',
  text: 'select count(*) as total from public_log_checkpoints',
  params: [],
  row: { total: int8 },
});

const checkpointQuery = publicLogCheckpoints
  .pick('checkpoint')
  .select('public-log.checkpointOfSize', 'where size = $1', [int8]);

const insertCheckpointStatement = defineStatement({
  name: 'public-log.insertCheckpoint',
  text: `insert into public_log_checkpoints (size, checkpoint, signed_at) values ($1, $2, $3) on conflict do nothing`,
  params: [int8, text, timestamptz],
});

export async function lastKept(reader: Reader): Promise<CheckpointRow | undefined> {
  return reader.maybe(listCheckpoints, [1, 0]);
}

/** Undefined for a size of which none was kept. */
export async function findCheckpoint(reader: Reader, size: number): Promise<string | undefined> {
  return (await reader.maybe(checkpointQuery, [size]))?.checkpoint;
}

/** A kept one stays as it is. */
export async function insertCheckpoint(
  tx: Tx,
  { size, checkpoint, signedAt }: Pick<HeadRow, 'size' | 'checkpoint' | 'signedAt'>,
): Promise<void> {
  await tx.run(insertCheckpointStatement, [size, checkpoint, signedAt]);
}
