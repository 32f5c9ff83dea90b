/** Downloads of history files under `/data/`, their checksums, manifests and a list of them. */
import { Readable } from 'node:stream';
import type { Database } from '../../../platform/database/database.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../../platform/durations.ts';
import type { RawAnswer, RawEndpoint, RawRequest } from '../../../platform/http/raw-endpoint.ts';
import { addressSubject, limitKey } from '../../../platform/limit-key.ts';
import { turnsOfBytes } from '../../../platform/turns.ts';
import { listingXml, readListing } from './listing.ts';
import { daysOf, monthZip, sendMonth } from './month-zip.ts';
import { type FileName, parsePath, pathOf } from './names.ts';
import type { PastFiles } from './past.ts';
import { type RangeDeps, rangesCsv } from './ranges.ts';
import { readFile, readPublication, type StoredFile } from './store.ts';

const YEAR_SECONDS = (365 * DAY_MS) / SECOND_MS;
/** Any web page may read them. */
const OPEN = { 'access-control-allow-origin': '*' };
const NEVER_CHANGES = { 'cache-control': `public, max-age=${YEAR_SECONDS}, immutable` };
const PLAIN = { 'content-type': 'text/plain; charset=utf-8' };

const missing: RawAnswer = { status: 404, body: '', headers: { ...OPEN, ...PLAIN } };
const dropped: RawAnswer = {
  status: 410,
  body: 'This file is not kept any more. Its checksum and its manifest are.\n',
  headers: { ...OPEN, ...PLAIN },
};

const textFile = (body: string): RawAnswer => ({
  status: 200,
  body,
  headers: { ...OPEN, ...NEVER_CHANGES, ...PLAIN },
});

/** Calls and bytes count against the read limit of the caller's address. */
export function historyEndpoints(
  deps: RangeDeps & { readonly database: Database },
  past: PastFiles,
): RawEndpoint[] {
  const { database } = deps;
  return [
    {
      method: 'GET',
      path: '/data',
      answer: limited(async ({ query }) => {
        const listing = await readListing(database, query);
        const type = { 'content-type': 'application/xml; charset=utf-8' };
        return { status: 200, body: listingXml(listing), headers: { ...OPEN, ...type } };
      }),
    },
    {
      method: 'GET',
      path: '/data/*',
      answer: limited(async (request) => {
        const path = `data/${request.params['*'] ?? ''}`;
        if (path === RANGES) return rangesAnswer(deps, request);
        return path.startsWith(MANIFESTS)
          ? manifestAnswer(database, path.slice(MANIFESTS.length))
          : fileAnswer({ database, past }, path, request);
      }),
    },
  ];
}

function limited(answer: (request: RawRequest) => Promise<RawAnswer>): RawEndpoint['answer'] {
  return async (request) => {
    const waitMs = request.takeTurn(callerOf(request), 'read');
    if (waitMs === 0) return answer(request);
    return waiting(429, Math.ceil(waitMs / SECOND_MS));
  };
}

const waiting = (status: number, seconds: number): RawAnswer => ({
  status,
  body: '',
  headers: { ...OPEN, 'retry-after': String(seconds) },
});

const callerOf = ({ address }: RawRequest) => limitKey('history', addressSubject(address));

const RANGES = 'data/ranges.csv';
/** Two look-ups in an index for each of the folders of all markets. Units: turns. */
const TURNS_OF_RANGES = 20;

async function rangesAnswer(deps: RangeDeps, request: RawRequest): Promise<RawAnswer> {
  request.takeTurn(callerOf(request), 'read', TURNS_OF_RANGES);
  const headers = {
    ...OPEN,
    'content-type': 'text/csv; charset=utf-8',
    'cache-control': `public, max-age=${MINUTE_MS / SECOND_MS}`,
  };
  return { status: 200, body: await rangesCsv(deps), headers };
}

const MANIFESTS = 'data/manifests/';
const ENDINGS = /^(.+)\.(txt|tlog-proof)$/;

async function manifestAnswer(database: Database, file: string): Promise<RawAnswer> {
  const [, name = '', ending] = ENDINGS.exec(file) ?? [];
  const published = await readPublication(database, name);
  if (published === undefined) return missing;
  return textFile(ending === 'txt' ? published.manifest : published.receipt);
}

const CHECKSUM = '.CHECKSUM';

/** A month of a market's simulated history is made: two seconds of a processor. Units: turns. */
const TURNS_OF_PAST = 1_000;
const BUSY_SECONDS = 10;

async function fileAnswer(
  { database, past }: { database: Database; past: PastFiles },
  requested: string,
  request: RawRequest,
): Promise<RawAnswer> {
  const isChecksum = requested.endsWith(CHECKSUM);
  const path = isChecksum ? requested.slice(0, -CHECKSUM.length) : requested;
  const name = parsePath(path);
  if (name === undefined) return missing;
  const file =
    (await readFile(database, path)) ?? (await pastFile({ database, past }, name, request));
  if (file === 'busy') return waiting(503, BUSY_SECONDS);
  if (file === undefined) return missing;
  const sha256 = file.sha256.toString('hex');
  if (isChecksum) return textFile(`${sha256}  ${path.slice(path.lastIndexOf('/') + 1)}\n`);
  if (file.droppedAt !== null) return dropped;
  const etag = `"${sha256}"`;
  const shared = { ...OPEN, ...NEVER_CHANGES, etag };
  if (request.headers['if-none-match'] === etag) return { status: 304, body: '', headers: shared };
  const headers = {
    ...shared,
    'content-type': 'application/zip',
    'content-length': String(file.bytes),
  };
  return { status: 200, body: await bodyOf(database, { name, file }, request), headers };
}

/** A file that may be made now. */
async function pastFile(
  { database, past }: { database: Database; past: PastFiles },
  name: FileName,
  request: RawRequest,
): Promise<StoredFile | 'busy' | undefined> {
  const outcome = await past.publish(name);
  if (outcome === 'busy') return outcome;
  if (outcome === 'published') request.takeTurn(callerOf(request), 'read', TURNS_OF_PAST);
  return readFile(database, pathOf(name));
}

async function bodyOf(
  database: Database,
  { name, file }: { name: FileName; file: StoredFile },
  request: RawRequest,
): Promise<Buffer | Readable> {
  if (file.content !== null) return file.content;
  const zip = await monthZip(database, name, daysOf(file.publication));
  if (zip === undefined) throw new Error(`${pathOf(name)} has no days`);
  // Allowed already: the calls after this one wait until it is paid for.
  request.takeTurn(callerOf(request), 'read', turnsOfBytes(file.bytes));
  return Readable.from(sendMonth(database, name, zip), { objectMode: false });
}
