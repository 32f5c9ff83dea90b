/** Where the files of a public log are fetched from, over HTTP: the exchange, or someone's copy. */
import { HASH_BYTES, type ReadTile, TILE_WIDTH, type TileAddress, tilePath } from '@tern/proofs';
import { SECOND_MS } from '../platform/durations.ts';
import { fetch } from '../platform/http/fetch.ts';
import { readAtMost } from '../platform/http/read-at-most.ts';

const TIMEOUT_MS = 10 * SECOND_MS;
const TILE_BYTES_MAX = HASH_BYTES * TILE_WIDTH;

export interface LogSource {
  /** By its path under `/log/`. Undefined when there is no such file. @throws Error for any other answer than the file */
  file(path: string, bytesMax: number): Promise<Buffer | undefined>;
  readonly readTile: ReadTile;
}

export function logSource(site: string): LogSource {
  const file = (path: string, bytesMax: number) =>
    fetchFile(new URL(`/log/${path}`, site), bytesMax);
  const tileFile = (tile: TileAddress) => file(tilePath(tile), TILE_BYTES_MAX);
  return {
    file,
    // A partial tile may be gone once the full one is there.
    readTile: async (tile) => (await tileFile(tile)) ?? tileFile({ ...tile, width: TILE_WIDTH }),
  };
}

/** Undefined when there is no such file. @throws Error for any other answer than the file */
export async function fetchFile(url: URL, bytesMax: number): Promise<Buffer | undefined> {
  const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (response.status === 200) return readAtMost(response, bytesMax);
  await response.body?.cancel();
  if (response.status === 404) return undefined;
  throw new Error(`answered ${response.status}`);
}
