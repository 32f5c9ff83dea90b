/** Pages of lists: numbers from 1, sizes from 1 to 100. */
import type { Reader } from '../../platform/database/database.ts';
import type { Query } from '../../platform/database/query.ts';

const SIZE_DEFAULT = 10;

export interface Page {
  number: number;
  limit: number;
  offset: number;
}

export interface PageOf<Row> {
  list: Row[];
  /** The length of the whole list. */
  total: number;
  page: number;
  pageSize: number;
}

/** Reads `page` and `pageSize`, which the call's schema has already bounded. */
export function pageOf(input: { page?: number | string; pageSize?: number | string }): Page {
  const number = Number(input.page ?? 1);
  const limit = Number(input.pageSize ?? SIZE_DEFAULT);
  return { number, limit, offset: (number - 1) * limit };
}

/**
 * Reads a page, and the length of the whole list. `filter`: the parameters that both queries begin with; `list` also takes
 * limit and offset. `row`: as clients see it.
 */
export async function readPage<const Filter extends readonly unknown[], Row, Out>(
  reader: Reader,
  queries: {
    list: Query<readonly [...Filter, number, number], Row>;
    count: Query<Filter, { total: number }>;
  },
  given: { filter: NoInfer<Filter>; page: Page; row: (row: Row) => Out | Promise<Out> },
): Promise<PageOf<Out>> {
  const { filter, page, row } = given;
  const [rows, { total }] = await Promise.all([
    reader.many(queries.list, [...filter, page.limit, page.offset]),
    reader.one(queries.count, filter),
  ]);
  const list = await Promise.all(rows.map(row));
  return { list, total, page: page.number, pageSize: page.limit };
}

/** Of a list that has nothing for who asks. */
export const emptyPage = ({ number: page, limit: pageSize }: Page): PageOf<never> => ({
  list: [],
  total: 0,
  page,
  pageSize,
});

/** The page of deposits or withdrawals that an API client requests: API clients page by id. */
export interface TransferRange {
  readonly memberId: number;
  readonly asset: string | null;
  /** Id of the record before the page; 0 at an end of the list. */
  readonly from: number;
  /** `next`: older records, `prev`: newer ones. */
  readonly direction: 'next' | 'prev';
  readonly limit: number;
}
