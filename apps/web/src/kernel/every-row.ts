/** All rows of a list call, for exports and sums. */
import { CallError } from '../platform/http/call-error.ts';
import { type ListPage, nextPage } from './paged-list.tsx';

const REST_MS = 1_000;

/**
 * Every row, each once, even if new ones are added meanwhile. Waits where the server limits the rate.
 * @throws the error of the call, or the signal's reason
 */
export async function everyRow<Row extends { ID: number }>(
  load: (page: number) => Promise<ListPage<Row>>,
  signal: AbortSignal,
): Promise<Row[]> {
  const rows = new Map<number, Row>();
  let page: number | undefined = 1;
  while (page !== undefined) {
    // One after another: each answer says whether there is a next page.
    const answer: ListPage<Row> = await patiently(load, page, signal);
    for (const row of answer.list) rows.set(row.ID, row);
    page = nextPage({ ...answer, page });
  }
  return [...rows.values()];
}

async function patiently<Row>(
  load: (page: number) => Promise<ListPage<Row>>,
  page: number,
  signal: AbortSignal,
): Promise<ListPage<Row>> {
  for (;;) {
    try {
      return await load(page);
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof CallError && error.refusal === 'too-many-requests')) throw error;
      await new Promise((resolve) => setTimeout(resolve, REST_MS));
    }
  }
}
