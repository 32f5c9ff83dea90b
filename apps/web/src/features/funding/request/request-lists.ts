/** The cached lists of one kind of funding request: paged queries by status, and their live updates. */
import { infiniteQueryOptions } from '@tanstack/react-query';
import { type ListPage, nextPage } from '../../../kernel/paged-list.tsx';
import { queryClient } from '../../../kernel/query-client.ts';
import { type ChangingRow, type RowPages, withRow } from './request-pages.ts';
import { ALL_STATUSES } from './status-filter.tsx';

const PAGE_SIZE = 20;

export interface RequestListInput {
  page: number;
  pageSize: number;
  status: number;
}

type Load<Row> = (input: RequestListInput, signal: AbortSignal) => Promise<ListPage<Row>>;

/** Newest first, page by page; `status` as in rules §12, or `ALL_STATUSES`. */
export function requestsQuery<Row>(key: readonly string[], status: number, load: Load<Row>) {
  return infiniteQueryOptions({
    queryKey: [...key, status],
    queryFn: ({ pageParam, signal }) =>
      load({ page: pageParam, pageSize: PAGE_SIZE, status }, signal),
    initialPageParam: 1,
    getNextPageParam: nextPage,
  });
}

/** Updates a request in the cached lists. */
export function patchLists<Row extends ChangingRow>(key: readonly string[], row: Row): void {
  queryClient.setQueryData<RowPages<Row>>(
    [...key, ALL_STATUSES],
    (known) => known && withRow(known, row),
  );
  // Lists of one status may gain or lose the row.
  void queryClient.invalidateQueries({
    queryKey: key,
    predicate: ({ queryKey }) => queryKey.at(-1) !== ALL_STATUSES,
  });
}
