/** The public log as this site serves it. */
import { type TileAddress, TILE_WIDTH, tilePath } from '@tern/proofs';
import { call } from '../../../platform/http/call.ts';
import { fetchFile } from '../../../platform/http/fetch-file.ts';
import type { LogSource } from './check-log.ts';

/** With the cosignatures of 16 witnesses, 3.3 kB each with ML-DSA-44. */
const NOTE_BYTES_MAX = 100_000;
const TILE_BYTES_MAX = 32 * TILE_WIDTH;
const PAUSE_MS = 5_000;

/** `received`: a checkpoint that came another way, checked in place of the first that would be fetched. */
export function createLogSource(received?: string): LogSource {
  let given = received;
  return {
    async checkpoint() {
      const note = given ?? (await fetchCheckpoint());
      given = undefined;
      return note;
    },
    async keys() {
      const { origin, list } = await call('GET /public-log/keys', {});
      const receipts = list.flatMap(({ receipt }) => (receipt === null ? [] : [receipt]));
      const losses = list.flatMap(({ loss }) => (loss === null ? [] : [loss]));
      return { origin, keys: list.map(({ key }) => key), receipts, losses };
    },
    async tile(tile, isFresh) {
      // A partial tile may be gone once the full one is there.
      const full = { ...tile, width: TILE_WIDTH };
      return (await fetchTile(tile, isFresh)) ?? fetchTile(full, isFresh);
    },
    pause: () => new Promise((resolve) => setTimeout(resolve, PAUSE_MS)),
  };
}

async function fetchCheckpoint(): Promise<string> {
  const bytes = await fetchFile('/log/checkpoint', { bytesMax: NOTE_BYTES_MAX, isFresh: true });
  if (bytes === undefined) throw new Error('no checkpoint is served');
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
}

const fetchTile = (tile: TileAddress, isFresh: boolean) =>
  fetchFile(`/log/${tilePath(tile)}`, { bytesMax: TILE_BYTES_MAX, isFresh });
