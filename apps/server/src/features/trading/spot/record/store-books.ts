/** The SQL of books that are kept after some numbers of each market, and of the batches between them. */
import { bytea, int2, int8, text, timestamptz } from '../../../../platform/database/columns.ts';
import type { Reader, Tx } from '../../../../platform/database/database.ts';
import { defineQuery, defineStatement, type RowOf } from '../../../../platform/database/query.ts';

const nearest = defineQuery({
  name: 'spot.nearestRecordBook',
  text: `select number, book from spot_record_books where instrument_id = $1 and number < $2 order by number desc limit 1`,
  params: [int2, int8],
  row: { number: int8, book: bytea },
});

const next = defineQuery({
  name: 'spot.nextRecordedBatches',
  text: 'select last_number, at, first_number, lines from spot_recorded($1, $2, $3)',
  params: [int2, int8, int8],
  row: { lastNumber: int8, at: timestamptz, firstNumber: int8, lines: text },
});
export type ReplayedBatchRow = RowOf<typeof next>;

const insert = defineStatement({
  name: 'spot.keepRecordBook',
  text: `insert into spot_record_books (instrument_id, number, at, book) values ($1, $2, $3, $4) on conflict do nothing`,
  params: [int2, int8, timestamptz, bytea],
});

/** The newest of each market stays: books of later numbers are made from it. */
const prune = defineStatement({
  name: 'spot.pruneRecordBooks',
  text: `delete from spot_record_books b where at < $1
    and number < (select max(n.number) from spot_record_books n where n.instrument_id = b.instrument_id)`,
  params: [timestamptz],
});

/** The newest book that is kept from before a number. */
export const findBookBefore = (reader: Reader, instrumentId: number, number: number) =>
  reader.maybe(nearest, [instrumentId, number]);

/** Oldest first, of those that end behind `after`. */
export const listBatchesAfter = (
  reader: Reader,
  { instrumentId, after, most }: { instrumentId: number; after: number; most: number },
): Promise<ReplayedBatchRow[]> => reader.many(next, [instrumentId, after, most]);

/** The book behind a number, which is the last of its batch; `at`: the time of that. */
export interface KeptBook {
  readonly instrumentId: number;
  readonly number: number;
  readonly at: number;
  /** The lines with which a day's file would begin, compressed. */
  readonly book: Uint8Array;
}

export const insertBook = (tx: Tx, kept: KeptBook) =>
  tx.run(insert, [kept.instrumentId, kept.number, kept.at, kept.book]);

/** `before`: epoch ms. */
export const pruneBooks = (tx: Tx, before: number) => tx.run(prune, [before]);
