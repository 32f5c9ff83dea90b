/** Where nodes wait to be sorted: files in a folder of their own, which hold nothing but what will be published. */
import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { NodeBuckets } from '@tern/proofs';

export interface BucketFiles {
  of(asset: string): NodeBuckets;
  /** Removes all files. */
  remove(): Promise<void>;
}

export async function openFileBuckets(): Promise<BucketFiles> {
  const folder = await mkdtemp(join(tmpdir(), 'tern-liabilities-'));
  return {
    of: (asset) => {
      const written = new Set<number>();
      const path = (bucket: number) => join(folder, `${asset}-${bucket}`);
      return {
        async put(bucket, nodes) {
          written.add(bucket);
          await appendFile(path(bucket), nodes);
        },
        async take(bucket) {
          if (!written.delete(bucket)) return new Uint8Array();
          const nodes = await readFile(path(bucket));
          await rm(path(bucket));
          return new Uint8Array(nodes);
        },
        rest: () => nextTurn(),
      };
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
