/** A member's own proof: their parts of the newest snapshot with the path of each to the published total. */
import { formatReceipt, liabilitiesEntry, type ProvenPart, proveParts } from '@tern/proofs';
import type { Reader } from '../../../platform/database/database.ts';
import { proveEntry } from '../public-log/index.ts';
import { partsOf } from './build-trees.ts';
import { listPublished, listTrees, readTile, type TreeRow } from './store.ts';
import { balancesOfMember } from './store-balances.ts';

export interface ProvenBalances {
  readonly snapshot: number;
  /** When the balances were read, epoch milliseconds. */
  readonly takenAt: number;
  /** A tlog-proof (docs/public-log.md). */
  readonly receipt: string;
}

/**
 * Shape: `reader` is a snapshot. A member who was owed nothing gets a receipt without parts.
 * Undefined before the first snapshot was published.
 */
export async function proveBalances(
  reader: Reader,
  memberId: number,
): Promise<ProvenBalances | undefined> {
  const [published] = await listPublished(reader, 1);
  if (published === undefined) return undefined;
  const { snapshot, takenAt, round, nonce, entryIndex } = published;
  const trees = await listTrees(reader, [snapshot]);
  const owed = await balancesOfMember(reader, { snapshot, memberId });
  const parts: ProvenPart[] = [];
  for (const each of owed === undefined ? [] : partsOf({ snapshot, nonce }, owed)) {
    const tree = trees.find(({ asset }) => asset === each[0]?.asset);
    const proven = tree && (await proveParts(tree.leaves, each, tilesOf(reader, tree)));
    if (proven === undefined) throw new Error(`snapshot ${snapshot} does not count a balance`);
    parts.push(...proven);
  }
  const entry = liabilitiesEntry({ snapshot, at: takenAt, round, assets: trees });
  const extra = formatReceipt({ kind: 'balance', entry, owner: memberId, parts });
  const receipt = await proveEntry(reader, { index: entryIndex, extra });
  return receipt === undefined ? undefined : { snapshot, takenAt, receipt };
}

/** Reads the stored tiles of a tree. */
function tilesOf(reader: Reader, { snapshot, asset }: TreeRow) {
  return ({ level, index }: { readonly level: number; readonly index: number }) =>
    readTile(reader, { snapshot, asset, level, index });
}
