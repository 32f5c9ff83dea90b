/** Buckets in memory, for trees of tests. */
import { concatBytes } from '@noble/hashes/utils.js';
import type { NodeBuckets } from '@tern/proofs';

export function memoryBuckets(): NodeBuckets {
  const kept = new Map<number, Uint8Array[]>();
  return {
    async put(bucket, nodes) {
      kept.set(bucket, [...(kept.get(bucket) ?? []), nodes]);
    },
    async take(bucket) {
      const nodes = concatBytes(...(kept.get(bucket) ?? []));
      kept.delete(bucket);
      return nodes;
    },
  };
}
