/** The published snapshots with their totals. */
import type { Reader } from '../../../platform/database/database.ts';
import { listPublished, listTrees, type TreeRow } from './store.ts';

export interface ListedSnapshot {
  readonly snapshot: number;
  /** When the balances were read, epoch milliseconds. */
  readonly takenAt: number;
  readonly round: number;
  readonly entryIndex: number;
  readonly trees: readonly TreeRow[];
}

/** Newest first. */
export async function listSnapshots(reader: Reader, limit: number): Promise<ListedSnapshot[]> {
  const published = await listPublished(reader, limit);
  const numbers = published.map(({ snapshot }) => snapshot);
  const trees = await listTrees(reader, numbers);
  return published.map(({ snapshot, takenAt, round, entryIndex }) => ({
    snapshot,
    takenAt,
    round,
    entryIndex,
    trees: trees.filter((tree) => tree.snapshot === snapshot),
  }));
}
