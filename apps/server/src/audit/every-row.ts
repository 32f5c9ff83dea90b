/** Reads a table of the books in order of its ids, so that the audit of any number of rows takes little memory. */
import type { Reader } from '../platform/database/database.ts';
import type { Query } from '../platform/database/query.ts';

/** More faults of one rule are not listed. */
export const FAULTS_MAX = 20;

const PER_READ = 2_000;

/** `after`: the rows with a larger id than its first parameter, at most as many as its second, by id. */
export async function* everyRow<Row extends { id: number }>(
  reader: Reader,
  after: Query<readonly [number, number], Row>,
): AsyncGenerator<Row> {
  for (let last = 0; ; ) {
    const page = await reader.many(after, [last, PER_READ]);
    yield* page;
    last = page.at(-1)?.id ?? last;
    if (page.length < PER_READ) return;
  }
}
