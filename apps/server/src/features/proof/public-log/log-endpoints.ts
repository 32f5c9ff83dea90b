/** The log's static files under `/log/`: checkpoint, tiles and bundles of entries (C2SP tlog-tiles). */
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import {
  formatEntryBundle,
  HASH_BYTES,
  parseTilePath,
  parseWhole,
  type TileAddress,
} from '@tern/proofs';
import type { Database, Reader } from '../../../platform/database/database.ts';
import { DAY_MS, SECOND_MS } from '../../../platform/durations.ts';
import type { RawAnswer, RawEndpoint, RawRequest } from '../../../platform/http/raw-endpoint.ts';
import { addressSubject, limitKey } from '../../../platform/limit-key.ts';
import { readPublished } from './keep-checkpoints.ts';
import { findCheckpoint, readBundle, readTile } from './store.ts';

const YEAR_SECONDS = (365 * DAY_MS) / SECOND_MS;
/** Any web page may read and check the log. */
const OPEN = { 'access-control-allow-origin': '*' };
/** A tile of a given width never changes. */
const NEVER_CHANGES = { 'cache-control': `public, max-age=${YEAR_SECONDS}, immutable` };
/** With a new key of the log, or other witnesses. */
const CHANGES = { 'cache-control': 'public, max-age=60' };
const NOTE = { 'content-type': 'text/plain; charset=utf-8' };
const OCTETS = { 'content-type': 'application/octet-stream' };

const compress = promisify(gzip);

export interface LogFiles {
  readonly database: Database;
  /** A witnessed log publishes the checkpoint with its cosignatures, seconds behind the newest. */
  readonly isWitnessed: boolean;
  /** Which checkpoints to believe (C2SP tlog-policy). */
  readonly policy: () => Promise<string>;
}

export function logEndpoints({ database, isWitnessed, policy }: LogFiles): RawEndpoint[] {
  return [
    {
      method: 'GET',
      path: '/log/policy',
      answer: limitedFile(async () => {
        return { status: 200, body: await policy(), headers: { ...OPEN, ...NOTE, ...CHANGES } };
      }),
    },
    {
      method: 'GET',
      path: '/log/checkpoint',
      answer: limitedFile(async () => {
        const published = await readPublished(database, isWitnessed);
        return published === undefined ? missingFile : checkpointAnswer(published.checkpoint);
      }),
    },
    {
      method: 'GET',
      path: '/log/checkpoint/:size',
      answer: limitedFile(async ({ params }) => {
        const size = parseWhole(params['size'] ?? '');
        const kept = size === undefined ? undefined : await findCheckpoint(database, size);
        return kept === undefined ? missingFile : openFile(Buffer.from(kept), NOTE);
      }),
    },
    {
      method: 'GET',
      path: '/log/tile/*',
      answer: limitedFile(async ({ params, headers }) => {
        const tile = parseTilePath(`tile/${params['*'] ?? ''}`);
        if (tile === undefined) return missingFile;
        if (tile.level !== 'entries') return openFile(await nodesOf(database, tile));
        const bundle = await bundleOf(database, tile);
        const isCompressed = /\bgzip\b/.test(headers['accept-encoding'] ?? '');
        return bundle !== undefined && isCompressed
          ? openFile(await compress(bundle), { 'content-encoding': 'gzip' })
          : openFile(bundle);
      }),
    },
  ];
}

/** There is no such file. */
export const missingFile: RawAnswer = { status: 404, body: '' };

const checkpointAnswer = (note: string): RawAnswer => ({
  status: 200,
  body: note,
  headers: {
    ...OPEN,
    ...NOTE,
    'cache-control': 'public, max-age=1',
  },
});

/** A file that never changes; bundles depend on what the client accepts. */
export const openFile = (body: Buffer | undefined, more: Record<string, string> = {}): RawAnswer =>
  body === undefined
    ? missingFile
    : {
        status: 200,
        body,
        headers: { ...OPEN, ...OCTETS, ...NEVER_CHANGES, vary: 'accept-encoding', ...more },
      };

/** Limits callers by their address, like pages. */
export function limitedFile(
  answer: (request: RawRequest) => Promise<RawAnswer>,
): RawEndpoint['answer'] {
  return async (request) => {
    const waitMs = request.takeTurn(limitKey('log', addressSubject(request.address)), 'read');
    if (waitMs === 0) return answer(request);
    const seconds = Math.ceil(waitMs / SECOND_MS);
    return { status: 429, body: '', headers: { ...OPEN, 'retry-after': String(seconds) } };
  };
}

/** Undefined when the tile is not that wide yet. */
async function nodesOf(reader: Reader, tile: TileAddress): Promise<Buffer | undefined> {
  const nodes = await readTile(reader, { level: Number(tile.level), index: tile.index });
  const bytes = tile.width * HASH_BYTES;
  return nodes === undefined || nodes.length < bytes ? undefined : nodes.subarray(0, bytes);
}

/** Undefined when the bundle does not have as many entries yet. */
async function bundleOf(reader: Reader, { index, width }: TileAddress) {
  const entries = await readBundle(reader, { index, width });
  return entries.length < width ? undefined : Buffer.from(formatEntryBundle(entries));
}
