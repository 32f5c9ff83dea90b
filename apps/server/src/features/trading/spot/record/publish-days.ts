/** Makes the file of each market and day from its record, some minutes after the end of the day (docs/order-record.md). */
import { once } from 'node:events';
import { createGunzip, createGzip, type Gzip } from 'node:zlib';
import { Readable } from 'node:stream';
import { createInterface } from 'node:readline/promises';
import {
  batchTree,
  leavesOf,
  orderFileHead,
  readOrderFileLine,
  rootOfBatches,
  sealedLine,
  sealText,
} from '@tern/proofs';
import type { Instrument, InstrumentRegistry } from '../../../../kernel/catalog/instruments.ts';
import { type Clock, dayOf, startOfDay } from '../../../../platform/clock.ts';
import { isUniqueViolation } from '../../../../platform/database/database-errors.ts';
import type { Database } from '../../../../platform/database/database.ts';
import { MINUTE_MS } from '../../../../platform/durations.ts';
import { restsOf } from '../../../../platform/rests.ts';
import { nativeHashing } from './native-hashing.ts';
import { RecordReplay } from './replay-record.ts';
import {
  findNextDay,
  insertFile,
  listBatches,
  listSealsOfDay,
  readNewestFile,
  type SealRow,
} from './store-files.ts';

export interface PublishDaysDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly instruments: InstrumentRegistry;
}

/** Nothing is sealed on a day after its end, but clocks of instances differ. */
const AFTER_MS = 5 * MINUTE_MS;
/** Our choice: orders that are placed meanwhile get most of the core. */
const RESTS = { factor: 2, allMs: 5 * MINUTE_MS };

/** All days that are over and have no file yet, oldest first. */
export async function publishDays(deps: PublishDaysDeps): Promise<void> {
  const before = startOfDay(dayOf(deps.clock.now() - AFTER_MS));
  for (const instrument of deps.instruments.all) {
    for (;;) {
      const next = await findNextDay(deps.database, instrument.id, before);
      if (next === undefined) break;
      await publishDay(deps, instrument, next);
    }
  }
}

/** What another instance made meanwhile counts. */
async function publishDay(
  { database }: PublishDaysDeps,
  instrument: Instrument,
  day: string,
): Promise<void> {
  const seals = await listSealsOfDay(database, instrument.id, day);
  const former = await readNewestFile(database, instrument.id);
  const book = former === undefined ? [] : await bookAfter(former);
  const file = await compressed(dayLines({ database, instrument, day, seals, book }));
  try {
    await database.transaction((tx) =>
      insertFile(tx, { day, instrumentId: instrument.id, last: seals.at(-1)!.lastNumber, file }),
    );
  } catch (error) {
    if (!isUniqueViolation(error, 'spot_record_files_pkey')) throw error;
  }
}

/** The book at the end of a day: what its file begins with, after all of its commands. */
async function bookAfter(file: Uint8Array): Promise<string[]> {
  const replay = new RecordReplay();
  const rest = restsOf(RESTS);
  let startedAt = performance.now();
  for await (const text of linesOf(file)) {
    const line = readOrderFileLine(text);
    if (line?.is === 'book') replay.resume(line.what, line.fields);
    if (line?.is === 'command') replay.apply(line.command);
    if (line?.is !== 'sealed') continue;
    await rest(performance.now() - startedAt);
    startedAt = performance.now();
  }
  return replay.bookLines();
}

/** The lines of a compressed file, without their newlines. */
export const linesOf = (file: Uint8Array): AsyncIterable<string> =>
  createInterface({ input: Readable.from([file]).pipe(createGunzip()), crlfDelay: Infinity });

interface DayParts {
  readonly database: Database;
  readonly instrument: Instrument;
  readonly day: string;
  readonly seals: readonly SealRow[];
  readonly book: readonly string[];
}

async function* dayLines({ database, instrument, day, seals, book }: DayParts) {
  const { symbol, id } = instrument;
  yield [orderFileHead({ symbol, marketId: id, day }), ...book, ''];
  const rest = restsOf(RESTS);
  for (const { firstNumber: first, lastNumber: last, entryIndex } of seals) {
    const startedAt = performance.now();
    const roots: Uint8Array[] = [];
    for (const batch of await listBatches(database, { instrumentId: id, first, last })) {
      const { firstNumber, at, secret } = batch;
      const lines = batch.lines.split('\n');
      const leaves = leavesOf({ symbol, first: firstNumber, at, secret, lines }, nativeHashing);
      roots.push(batchTree(leaves, nativeHashing).root);
      yield [...leaves, ''];
    }
    yield [sealedLine(entryIndex, sealText({ symbol, first, last, root: rootOfBatches(roots) }))];
    await rest(performance.now() - startedAt);
  }
}

async function compressed(groups: AsyncIterable<readonly string[]>): Promise<Buffer> {
  const gzip: Gzip = createGzip();
  const parts: Buffer[] = [];
  gzip.on('data', (part: Buffer) => parts.push(part));
  const ended = once(gzip, 'end');
  for await (const lines of groups) {
    const text = lines.map((line) => `${line}\n`).join('');
    if (!gzip.write(text)) await once(gzip, 'drain');
  }
  gzip.end();
  await ended;
  return Buffer.concat(parts);
}
