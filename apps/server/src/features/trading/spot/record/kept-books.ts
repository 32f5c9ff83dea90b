/** The books that engines keep after some thousands of numbers: a record goes on from them, and old ones are dropped (ADR 102). */
import { gunzipSync } from 'node:zlib';
import { readLine, readOrderFileLine } from '@tern/proofs';
import type { Clock } from '../../../../platform/clock.ts';
import type { Database } from '../../../../platform/database/database.ts';
import { DAY_MS } from '../../../../platform/durations.ts';
import { RecordReplay } from './replay-record.ts';
import { pruneBooks, type ReplayedBatchRow } from './store-books.ts';

/** How long the book around an order can be found. */
const KEPT_MS = 7 * DAY_MS;

/** A record up to a number. */
export interface ReplayedRecord {
  readonly replay: RecordReplay;
  readonly number: number;
}

export async function dropOldBooks({
  database,
  clock,
}: {
  database: Database;
  clock: Clock;
}): Promise<void> {
  const before = clock.now() - KEPT_MS;
  await database.transaction((tx) => pruneBooks(tx, before));
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
