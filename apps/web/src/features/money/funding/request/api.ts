/** What all funding requests share of their calls: translation, cache, live updates, and announced changes of terms. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { balanceKeys } from '../../../../kernel/balances.ts';
import { type ListPage, nextPage } from '../../../../kernel/paged-list.tsx';
import { queryClient } from '../../../../kernel/query-client.ts';
import { call } from '../../../../platform/http/call.ts';
import {
  type ChangingRow,
  isNewer,
  type RequestStatus,
  type RowPages,
  type StatusFilter,
  withRow,
} from './request.ts';
import type { TermsChanges } from './terms-changes.ts';

/** In the order of their numbers in the API; 0 filters nothing. */
const STATUSES = ['all', 'underReview', 'completed', 'rejected', 'cancelled'] as const;

interface RequestDto {
  num: string;
  status: number;
  coin?: string;
  coinname?: string;
}

/** Translates the fields that all kinds have in common. */
export const requestOf = <Row extends RequestDto>({
  num,
  status,
  coin,
  coinname,
  ...row
}: Row) => ({
  ...row,
  asset: coinname ?? coin ?? '',
  amount: num,
  status: (STATUSES[status] ?? 'underReview') as RequestStatus,
});

/** The cache key of withdrawals: the address book's is below it, so that a refetch of them covers it too. */
export const WITHDRAWALS = 'withdrawal';

const PAGE_SIZE = 20;

/** In the API. */
export interface RequestListInput {
  page: number;
  pageSize: number;
  status: number;
}

export interface RequestSource<Wire, Row> {
  /** Common prefix of the cache keys. */
  key: readonly string[];
  /** Translates a row of the API. */
  translate: (row: Wire) => Row;
  loadList: (input: RequestListInput, signal: AbortSignal) => Promise<ListPage<Wire>>;
  loadOne: (id: number, signal: AbortSignal) => Promise<Row>;
  /** The new single request if it contains more than `row`; undefined if that is not known yet. */
  merge?: (row: Row, known: Row | undefined) => Row | undefined;
}

export interface RequestStore<Wire, Row> {
  /** Newest first, page by page. */
  listQuery: ReturnType<typeof listQueryOf<Wire, Row>>;
  oneQuery: ReturnType<typeof oneQueryOf<Wire, Row>>;
  /** Updates a request in every list and page that shows it; returns false if it is older than what is known. */
  patch: (row: Row) => boolean;
  /** Refetches requests and balances: the screen may be out of date. */
  reload: () => void;
}

const listQueryOf =
  <Wire, Row>({ key, loadList, translate }: RequestSource<Wire, Row>) =>
  (filter: StatusFilter) =>
    infiniteQueryOptions({
      queryKey: [...key, 'list', filter],
      queryFn: async ({ pageParam, signal }) => {
        const input = { page: pageParam, pageSize: PAGE_SIZE, status: STATUSES.indexOf(filter) };
        const page = await loadList(input, signal);
        return { ...page, list: page.list.map(translate) };
      },
      initialPageParam: 1,
      getNextPageParam: nextPage,
    });

const oneQueryOf =
  <Wire, Row>({ key, loadOne }: RequestSource<Wire, Row>) =>
  (id: number) =>
    queryOptions({
      queryKey: [...key, 'one', id],
      queryFn: ({ signal }) => loadOne(id, signal),
    });

export function requestStore<Wire, Row extends ChangingRow>(
  source: RequestSource<Wire, Row>,
): RequestStore<Wire, Row> {
  const { key, merge = (row) => row } = source;
  const lists = [...key, 'list'];
  return {
    listQuery: listQueryOf(source),
    oneQuery: oneQueryOf(source),
    patch: (row) => {
      const one = [...key, 'one', row.ID];
      const known = queryClient.getQueryData<Row>(one);
      if (!isNewer(row, known)) return false;
      queryClient.setQueryData<Row>(one, merge(row, known));
      queryClient.setQueryData<RowPages<Row>>(
        [...lists, 'all' satisfies StatusFilter],
        (pages) => pages && withRow(pages, row),
      );
      // Lists of one status may gain or lose the row.
      void queryClient.invalidateQueries({
        queryKey: lists,
        predicate: ({ queryKey }) => queryKey.at(-1) !== 'all',
      });
      return true;
    },
    reload: () => {
      void queryClient.invalidateQueries({ queryKey: key });
      void queryClient.invalidateQueries({ queryKey: balanceKeys.all });
    },
  };
}

const placeOf = <Row extends { coinname: string; czline: string }>({
  coinname,
  czline,
  ...row
}: Row) => ({ ...row, asset: coinname, network: czline });

/** Refetched whenever a screen opens. */
export const termsChangesQuery = queryOptions({
  queryKey: ['terms', 'changes'],
  queryFn: async ({ signal }): Promise<TermsChanges> => {
    const { coming, stopped } = await call('GET /base/termsChanges', {}, { signal });
    return {
      coming: coming.map(placeOf),
      stopped: stopped.map(({ way, ...row }) => ({ ...placeOf(row), direction: way })),
    };
  },
});
