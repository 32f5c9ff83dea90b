/** The entry of a round: a commitment to its lines (docs/public-log.md). */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createTreeBuilder, emptyRoot, HASH_BYTES, hashNodes, roundEntry } from '@tern/proofs';
import type { RoundContent } from './store-rounds.ts';

/** Hashed before yielding to the event loop, in about a millisecond. */
const HASHES_PER_TURN = 512;

/** Undefined when the round is empty, or an asset does not sum to zero: no entry can state it. */
export async function entryOfRound(
  { round, at }: { readonly round: number; readonly at: number },
  content: RoundContent | undefined,
): Promise<Uint8Array | undefined> {
  if (content?.isBalanced !== true) return undefined;
  const { hashes, assets } = content;
  const root = await rootOf(hashes);
  return roundEntry({ round, at, lines: hashes.length / HASH_BYTES, root, assets });
}

/** The root over the hashes of a round's lines; a round of many is hashed between other work. */
async function rootOf(hashes: Buffer): Promise<Uint8Array> {
  const tree = createTreeBuilder(hashNodes);
  for (let from = 0; from < hashes.length; from += HASH_BYTES) {
    tree.append(hashes.subarray(from, from + HASH_BYTES));
    if (tree.size % HASHES_PER_TURN === 0) await nextTurn();
  }
  return tree.root() ?? emptyRoot();
}
