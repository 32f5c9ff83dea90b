/**
 * Keeps the book of each market after some thousands of its numbers, so that the book around an order is a short replay away, however
 * much a market trades (ADR 102).
 */
import { gunzipSync, gzipSync } from 'node:zlib';
import { readLine, readOrderFileLine } from '@tern/proofs';
import type { InstrumentRegistry } from '../../../../kernel/catalog/instruments.ts';
import type { Clock } from '../../../../platform/clock.ts';
import type { Database, Reader } from '../../../../platform/database/database.ts';
import { DAY_MS, MINUTE_MS } from '../../../../platform/durations.ts';
import { restsOf } from '../../../../platform/rests.ts';
import { bookAfter } from './publish-days.ts';
import { RecordReplay } from './replay-record.ts';
import {
  findBookBefore,
  findNewestFile,
  insertBook,
  listBatchesAfter,
  pruneBooks,
  readNewestNumber,
  type ReplayedBatchRow,
} from './store-books.ts';
import { readFileOf } from './store-files.ts';

export interface KeepBooksDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly instruments: InstrumentRegistry;
}

/** Our choice: some hundredths of a second of replay. */
export const NUMBERS_BETWEEN = 5_000;
/** Numbers from one kept book to the next: so many at least, and so many for each of its lines, as a large book costs more. */
interface Pace {
  readonly between: number;
  readonly ofLine: number;
}
const PACE: Pace = { between: NUMBERS_BETWEEN, ofLine: 4 };
/** How long the book around an order can be found. */
const KEPT_MS = 7 * DAY_MS;
const BATCHES = 200;
/** Our choice: orders that are placed meanwhile get most of the core. */
const RESTS = { factor: 2, allMs: 5 * MINUTE_MS };

/** A record up to a number. */
export interface ReplayedRecord {
  readonly replay: RecordReplay;
  readonly number: number;
}

/** Of all markets; drops what is too old. */
export async function keepBooks(deps: KeepBooksDeps, pace = PACE): Promise<void> {
  for (const { id } of deps.instruments.all) await keepBooksOf(deps, id, pace);
  const before = deps.clock.now() - KEPT_MS;
  await deps.database.transaction((tx) => pruneBooks(tx, before));
}

async function keepBooksOf(
  { database }: KeepBooksDeps,
  instrumentId: number,
  { between, ofLine }: Pace,
): Promise<void> {
  const newest = await readNewestNumber(database, instrumentId);
  const kept = await findBookBefore(database, instrumentId, newest + 1);
  if (newest - (kept?.number ?? 0) < between) return;
  const { replay, number } =
    kept === undefined ? await firstBook(database, instrumentId) : resumed(kept);
  const rest = restsOf(RESTS);
  const dueAfter = (after: number, { length }: readonly string[]) =>
    after + Math.max(between, ofLine * length);
  let [through, due] = [number, dueAfter(number, replay.bookLines())];
  while (newest >= due) {
    const most = { instrumentId, after: through, most: BATCHES };
    const batches = await listBatchesAfter(database, most);
    if (batches.length === 0) return;
    const startedAt = performance.now();
    for (const batch of batches) {
      replayBatch(replay, batch);
      const { at, lastNumber } = batch;
      if (lastNumber < due) continue;
      const lines = replay.bookLines();
      const kept = { instrumentId, number: lastNumber, at, book: gzipSync(lines.join('\n')) };
      await database.transaction((tx) => insertBook(tx, kept));
      due = dueAfter(lastNumber, lines);
    }
    through = batches.at(-1)!.lastNumber;
    await rest(performance.now() - startedAt);
  }
}

/** Without a kept book: what the newest file of a day ends with, else the empty book before the first number. */
async function firstBook(reader: Reader, instrumentId: number): Promise<ReplayedRecord> {
  const newest = await findNewestFile(reader, instrumentId);
  const file = newest && (await readFileOf(reader, newest.day, instrumentId));
  if (file === undefined) return { replay: new RecordReplay(), number: 0 };
  return { replay: replayOf(await bookAfter(file)), number: newest!.lastNumber };
}

export const resumed = ({
  number,
  book,
}: {
  number: number;
  book: Uint8Array;
}): ReplayedRecord => ({
  number,
  replay: replayOf(gunzipSync(book).toString().split('\n')),
});

function replayOf(lines: readonly string[]): RecordReplay {
  const replay = new RecordReplay();
  for (const text of lines) {
    const line = readOrderFileLine(text);
    if (line?.is === 'book') replay.resume(line.what, line.fields);
  }
  return replay;
}

/** Its lines up to a number, without it. @throws Error when what a line says does not follow from those before */
export function replayBatch(
  replay: RecordReplay,
  { firstNumber, lines }: Pick<ReplayedBatchRow, 'firstNumber' | 'lines'>,
  before = Infinity,
): void {
  lines.split('\n').forEach((text, at) => {
    const number = firstNumber + at;
    if (number >= before) return;
    const { kind, rest } = readLine(text);
    replay.apply({ number, kind, fields: rest.split('|') });
  });
}
