/** The stored tree of the log, with more entries. */
import { emptyRoot, hashNodes, leafHash, resumeTreeBuilder, type Tile } from '@tern/proofs';
import type { Reader } from '../../../platform/database/database.ts';
import { type HeadRow, readTile } from './store.ts';

/** The tree with these entries: its root, and the tiles that are new or longer. */
export async function growTree(
  reader: Reader,
  head: Pick<HeadRow, 'size' | 'root'>,
  entries: readonly Uint8Array[],
): Promise<{ root: Uint8Array; tiles: Tile[] }> {
  if (entries.length === 0) return { root: head.root, tiles: [] };
  const tree = await resumeTreeBuilder(hashNodes, head.size, (tile) => readTile(reader, tile));
  for (const entry of entries) tree.append(leafHash(entry));
  return {
    root: tree.root() ?? emptyRoot(),
    tiles: [...tree.takeFull(), ...tree.partial()],
  };
}
