/** The SQL of snapshots: the request, who builds it, what was published. */
import {
  arrayOf,
  amount,
  bytea,
  int2,
  int8,
  nullable,
  text,
  timestamptz,
} from '../../../platform/database/columns.ts';
import type { Reader, Tx } from '../../../platform/database/database.ts';
import { defineQuery, defineStatement, type RowOf } from '../../../platform/database/query.ts';
import { defineTable } from '../../../platform/database/table.ts';

const liabilitiesSnapshots = defineTable('liabilities_snapshots', {
  snapshot: int8,
  askedAt: timestamptz,
  askedBy: nullable(int8),
  takenAt: nullable(timestamptz),
  entryIndex: nullable(int8),
  publishedAt: nullable(timestamptz),
  nonce: bytea,
  round: int8,
  receipt: text,
});

const lastQuery = liabilitiesSnapshots
  .pick('snapshot', 'askedAt', 'askedBy', 'takenAt', 'entryIndex', 'publishedAt')
  .select('liabilities.last', 'order by snapshot desc limit 1', []);

/** The newest snapshot, published or not. */
export function readLast(reader: Reader) {
  return reader.maybe(lastQuery, []);
}

const askStatement = defineStatement({
  name: 'liabilities.ask',
  text: `insert into liabilities_snapshots (snapshot, asked_at, nonce, asked_by)
    select coalesce(max(snapshot), 0) + 1, $1, $2, $3 from liabilities_snapshots on conflict do nothing`,
  params: [timestamptz, bytea, nullable(int8)],
});

/** Asks for a snapshot; false while another one is not published yet. */
export async function insertRequest(
  tx: Tx,
  request: {
    readonly askedAt: number;
    readonly nonce: Uint8Array;
    /** The operator; null: the server. */
    readonly askedBy: number | null;
  },
): Promise<boolean> {
  const { askedAt, nonce, askedBy } = request;
  return (await tx.run(askStatement, [askedAt, nonce, askedBy])) > 0;
}

const claimQuery = defineQuery({
  name: 'liabilities.claim',
  text: `update liabilities_snapshots set builder = $1, builder_until = $3
    where entry_index is null and (builder is null or builder = $1 or builder_until < $2)
    returning snapshot, nonce, taken_at, round`,
  params: [text, timestamptz, timestamptz],
  row: { snapshot: int8, nonce: bytea, takenAt: nullable(timestamptz), round: nullable(int8) },
});
type ClaimedSnapshot = RowOf<typeof claimQuery>;

/** The unpublished snapshot, if there is one that nobody else builds. */
export function claimSnapshot(
  tx: Tx,
  claim: { readonly builder: string; readonly now: number; readonly until: number },
): Promise<ClaimedSnapshot | undefined> {
  return tx.maybe(claimQuery, [claim.builder, claim.now, claim.until]);
}

/** The right to build a snapshot; another process gets it after `until`. */
export interface BuildClaim {
  readonly snapshot: number;
  readonly builder: string;
  /** Epoch milliseconds. */
  readonly until: number;
}

const keepClaimStatement = defineStatement({
  name: 'liabilities.keepClaim',
  text: `update liabilities_snapshots set builder_until = $3
    where snapshot = $1 and builder = $2 and entry_index is null`,
  params: [int8, text, timestamptz],
});

/** @throws Error when another process builds the snapshot by now */
export async function keepClaim(tx: Tx, { snapshot, builder, until }: BuildClaim): Promise<void> {
  if ((await tx.run(keepClaimStatement, [snapshot, builder, until])) === 0) {
    throw new Error(`another process builds snapshot ${snapshot} of liabilities`);
  }
}

const takenStatement = defineStatement({
  name: 'liabilities.taken',
  text: 'update liabilities_snapshots set taken_at = $2, round = $3 where snapshot = $1',
  params: [int8, timestamptz, int8],
});

/** Notes that all balances are stored. */
export async function markTaken(
  tx: Tx,
  taken: { readonly snapshot: number; readonly takenAt: number; readonly round: number },
): Promise<void> {
  await tx.run(takenStatement, [taken.snapshot, taken.takenAt, taken.round]);
}

const publishedStatement = defineStatement({
  name: 'liabilities.published',
  text: 'update liabilities_snapshots set entry_index = $2, receipt = $3, published_at = $4 where snapshot = $1',
  params: [int8, int8, text, timestamptz],
});

export async function markPublished(
  tx: Tx,
  published: {
    readonly snapshot: number;
    readonly index: number;
    readonly receipt: string;
    readonly at: number;
  },
): Promise<void> {
  const { snapshot, index, receipt, at } = published;
  await tx.run(publishedStatement, [snapshot, index, receipt, at]);
}

const publishedRow = {
  snapshot: int8,
  nonce: bytea,
  takenAt: timestamptz,
  round: int8,
  entryIndex: int8,
  receipt: text,
} as const;

const listQuery = defineQuery({
  name: 'liabilities.list',
  text: `select snapshot, nonce, taken_at, round, entry_index, receipt from liabilities_snapshots
    where entry_index is not null order by snapshot desc limit $1`,
  params: [int8],
  row: publishedRow,
});
export type PublishedSnapshot = RowOf<typeof listQuery>;

/** Published snapshots, newest first. */
export function listPublished(reader: Reader, limit: number): Promise<PublishedSnapshot[]> {
  return reader.many(listQuery, [limit]);
}

const receiptQuery = liabilitiesSnapshots
  .pick('receipt')
  .select('liabilities.receipt', 'where snapshot = $1 and entry_index is not null', [int8]);

/** Undefined for a snapshot that is not published. */
export async function readReceipt(reader: Reader, snapshot: number): Promise<string | undefined> {
  return (await reader.maybe(receiptQuery, [snapshot]))?.receipt;
}

const treesQuery = defineQuery({
  name: 'liabilities.trees',
  text: `select snapshot, asset, leaves, total, root from liabilities_trees
    where snapshot = any($1::bigint[]) order by snapshot, asset`,
  params: [arrayOf(int8)],
  row: { snapshot: int8, asset: text, leaves: int8, total: amount, root: bytea },
});
export type TreeRow = RowOf<typeof treesQuery>;

/** The trees of snapshots, in ASCII order of their assets. */
export function listTrees(reader: Reader, snapshots: readonly number[]): Promise<TreeRow[]> {
  return reader.many(treesQuery, [snapshots]);
}

const insertTreeStatement = defineStatement({
  name: 'liabilities.insertTree',
  text: 'insert into liabilities_trees (snapshot, asset, leaves, total, root) values ($1, $2, $3, $4, $5)',
  params: [int8, text, int8, amount, bytea],
});

export async function insertTree(
  tx: Tx,
  tree: Omit<TreeRow, 'root'> & { readonly root: Uint8Array },
): Promise<void> {
  await tx.run(insertTreeStatement, [
    tree.snapshot,
    tree.asset,
    tree.leaves,
    tree.total,
    tree.root,
  ]);
}

const tileQuery = defineQuery({
  name: 'liabilities.tile',
  text: `select t.nodes from liabilities_tiles t join liabilities_snapshots s using (snapshot)
    where t.snapshot = $1 and t.asset = $2 and t.level = $3 and t.index = $4 and s.entry_index is not null`,
  params: [int8, text, int2, int8],
  row: { nodes: bytea },
});

/** Where a tile of a snapshot is. */
export interface TilePlace {
  readonly snapshot: number;
  readonly asset: string;
  readonly level: number;
  readonly index: number;
}

/** Undefined when there is none, or the snapshot is not published. */
export async function readTile(reader: Reader, place: TilePlace): Promise<Buffer | undefined> {
  const { snapshot, asset, level, index } = place;
  return (await reader.maybe(tileQuery, [snapshot, asset, level, index]))?.nodes;
}

const insertTilesStatement = defineStatement({
  name: 'liabilities.insertTiles',
  text: `insert into liabilities_tiles (snapshot, asset, level, index, nodes)
    select $1, $2, t.* from unnest($3::smallint[], $4::bigint[], $5::bytea[]) t`,
  params: [int8, text, arrayOf(int2), arrayOf(int8), arrayOf(bytea)],
});

export async function insertTiles(
  tx: Tx,
  { snapshot, asset }: Pick<TilePlace, 'snapshot' | 'asset'>,
  tiles: readonly {
    readonly level: number;
    readonly index: number;
    readonly nodes: Uint8Array;
  }[],
): Promise<void> {
  await tx.run(insertTilesStatement, [
    snapshot,
    asset,
    tiles.map(({ level }) => level),
    tiles.map(({ index }) => index),
    tiles.map(({ nodes }) => nodes),
  ]);
}

const clearTreesStatement = defineStatement({
  name: 'liabilities.clearTrees',
  text: 'delete from liabilities_trees where snapshot = $1',
  params: [int8],
});

const clearTilesStatement = defineStatement({
  name: 'liabilities.clearTiles',
  text: 'delete from liabilities_tiles where snapshot = $1',
  params: [int8],
});

/** Removes what a process left unfinished. */
export async function clearTrees(tx: Tx, snapshot: number): Promise<void> {
  await tx.run(clearTreesStatement, [snapshot]);
  await tx.run(clearTilesStatement, [snapshot]);
}
