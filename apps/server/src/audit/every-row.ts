/** Reads a table of the books in order of its ids, so that the audit of any number of rows takes little memory. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Reader } from '../platform/database/database.ts';
import type { Query } from '../platform/database/query.ts';

/** More faults of one rule are not listed. */
export const FAULTS_MAX = 20;

const PER_READ = 2_000;
/** Some milliseconds of work: the server that checks itself each minute answers members between. */
const PER_TURN = 100;

/** `after`: the rows with a larger id than its first parameter, at most as many as its second, by id. */
export const everyRow = <Row extends { id: number }>(
  reader: Reader,
  after: Query<readonly [number, number], Row>,
): AsyncGenerator<Row> => pageByPage((last, most) => reader.many(after, [last, most]), 0);

/** `read`: the rows with a larger id than `last`, at most `most`, by id; the first page is read after `from`. */
export async function* pageByPage<Row extends { id: number }>(
  read: (last: number, most: number) => Promise<Row[]>,
  from: number,
): AsyncGenerator<Row> {
  for (let last = from; ; ) {
    const page = await read(last, PER_READ);
    yield* unhurried(page);
    last = page.at(-1)?.id ?? last;
    if (page.length < PER_READ) return;
  }
}

/** Numbers of a page of a market's record, whose texts it has: an audit holds one of each market. */
const NUMBERS_PER_READ = 2_000;

/** The record of a market, batch by batch. `read`: those that end behind `last` and not behind `through`, at most `most`, by id. */
export async function* pageByNumbers<Row extends { id: number }>(
  read: (last: number, most: number, through: number) => Promise<Row[]>,
): AsyncGenerator<Row> {
  for (let last = 0; ; ) {
    let page = await read(last, NUMBERS_PER_READ, last + NUMBERS_PER_READ);
    // One that is longer, the end, or what follows missing numbers.
    if (page.length === 0) page = await read(last, 1, Number.MAX_SAFE_INTEGER);
    if (page.length === 0) return;
    yield* unhurried(page);
    last = page.at(-1)!.id;
  }
}

/** The rows, with turns of the event loop between. */
export async function* unhurried<Row>(rows: Iterable<Row>): AsyncGenerator<Row> {
  let count = 0;
  for (const row of rows) {
    if (count % PER_TURN === PER_TURN - 1) await nextTurn();
    count += 1;
    yield row;
  }
}
