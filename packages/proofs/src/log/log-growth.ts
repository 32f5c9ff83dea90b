/** Whether a log only grew between two of its checkpoints: what witnesses and members' phones check. */
import type { Checkpoint } from './checkpoint.ts';
import { isSameBytes } from './plain-bytes.ts';
import type { ReadTile } from './tree-builder.ts';
import { emptyRoot, hashNodes, leafHash } from './tree-hash.ts';
import {
  consistencyPath,
  inclusionPath,
  rootAtSize,
  verifyConsistency,
  verifyInclusion,
} from './tree-proof.ts';

/**
 * "forked": the checkpoints contradict each other. "unproven": neither that nor that the later continues the earlier is shown.
 */
export type Growth = 'consistent' | 'forked' | 'unproven';

/** What is in the later tree where the earlier one was: enough to show that they differ, without the log. */
export interface ForkProof {
  /** The root that the later tree's first entries have, as many as the earlier one had. */
  readonly root: Uint8Array;
  /** The consistency proof from that root to the later checkpoint. */
  readonly path: readonly Uint8Array[];
}

/** An entry with its place in the log, from 0. */
export interface PlacedEntry {
  readonly index: number;
  readonly entry: Uint8Array;
}

/**
 * Whether the log of a checkpoint has this entry in this place, by its tiles.
 * @throws a thrown `MissingTile`, and what `read` throws
 */
export async function hasEntry(
  { size, root }: Checkpoint,
  { index, entry }: PlacedEntry,
  read: ReadTile,
): Promise<boolean> {
  if (index >= size) return false;
  const path = await inclusionPath({ scheme: hashNodes, size, read }, index);
  const leaf = leafHash(entry);
  return verifyInclusion({ scheme: hashNodes, index, size, leaf, path, root });
}

/** By a consistency proof that was sent. Shape: `earlier` is not larger than `later`. */
export function judgeGrowth(
  earlier: Checkpoint,
  later: Checkpoint,
  path: readonly Uint8Array[],
): Growth {
  const isOneSize = earlier.size === later.size;
  if (isOneSize && !isSameBytes(earlier.root, later.root)) return 'forked';
  return isProof(earlier.size, later, { root: earlier.root, path }) ? 'consistent' : 'unproven';
}

/**
 * By the tiles of the later tree. Shape: `earlier` is not larger than `later`; `proof` is there for a fork between two sizes.
 * @throws Error for a missing tile, and what `read` throws
 */
export async function judgeGrowthByTiles(
  earlier: Checkpoint,
  later: Checkpoint,
  read: ReadTile,
): Promise<{ readonly growth: Growth; readonly proof?: ForkProof }> {
  if (earlier.size === later.size) return { growth: judgeGrowth(earlier, later, []) };
  if (earlier.size === 0) {
    return { growth: isSameBytes(earlier.root, emptyRoot()) ? 'consistent' : 'unproven' };
  }
  const tree = { scheme: hashNodes, size: later.size, read };
  const [root, path] = await Promise.all([
    rootAtSize(tree, earlier.size),
    consistencyPath(tree, earlier.size),
  ]);
  // Tiles are not signed: they say something about the log only if they lead to the signed root.
  const proof = root === undefined ? undefined : { root, path };
  if (proof === undefined || !isProof(earlier.size, later, proof)) return { growth: 'unproven' };
  return isSameBytes(proof.root, earlier.root)
    ? { growth: 'consistent' }
    : { growth: 'forked', proof };
}

/** True when the proof shows that the later tree contradicts the earlier checkpoint, which is smaller. */
export function isForkProof(earlier: Checkpoint, later: Checkpoint, proof: ForkProof): boolean {
  const isAuthentic = earlier.size > 0 && isProof(earlier.size, later, proof);
  return isAuthentic && !isSameBytes(proof.root, earlier.root);
}

function isProof(oldSize: number, { size, root }: Checkpoint, proof: ForkProof): boolean {
  const { root: oldRoot, path } = proof;
  return verifyConsistency({ scheme: hashNodes, oldSize, oldRoot, size, root, path });
}
