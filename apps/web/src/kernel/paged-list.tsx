/** Paged lists: the next page is fetched when four fifths have been scrolled. */
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { Button, SkeletonRows, StateBlock } from '@tern/ui';
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { useT } from '../platform/i18n/i18n.tsx';
import { Loaded } from './loaded.tsx';
import styles from './lists.module.css';

/** One page of a list call. */
export interface ListPage<Row> {
  list: Row[];
  total: number;
  page: number;
  pageSize: number;
}

/** For `getNextPageParam`: the number of the page after `last`, if there is one. */
export function nextPage(last: ListPage<unknown>): number | undefined {
  const isEnd = last.list.length === 0 || last.page * last.pageSize >= last.total;
  return isEnd ? undefined : last.page + 1;
}

/** The rows of all loaded pages without duplicates: pages shift when a row is added at the top. */
export function rowsOf<Row extends { ID: number }>(
  data: InfiniteData<ListPage<Row>> | undefined,
): Row[] {
  const byId = new Map<number, Row>();
  for (const page of data?.pages ?? []) {
    for (const row of page.list) if (!byId.has(row.ID)) byId.set(row.ID, row);
  }
  return [...byId.values()];
}

export interface PagedListProps<Row extends { ID: number }> {
  query: UseInfiniteQueryResult<InfiniteData<ListPage<Row>>>;
  renderRow: (row: Row) => ReactNode;
  /** Custom arrangement of the rows, such as by day. */
  renderRows?: (rows: Row[]) => ReactNode;
  /** A `StateBlock` for an empty list. */
  empty: ReactNode;
  /** Skeleton of the rows while the first page loads. */
  skeleton?: ReactNode;
}

/** The list in all its states: loading, failed, empty, or with rows. */
export function PagedList<Row extends { ID: number }>(props: PagedListProps<Row>) {
  const { query, renderRow, renderRows, empty, skeleton } = props;
  return (
    <Loaded query={query} skeleton={skeleton}>
      {(data) => {
        const rows = rowsOf(data);
        if (rows.length === 0) return empty;
        return (
          <>
            <div className={styles.list}>
              {renderRows?.(rows) ?? (
                <ul>
                  {rows.map((row) => (
                    <li key={row.ID}>{renderRow(row)}</li>
                  ))}
                </ul>
              )}
              {query.hasNextPage && (
                <NearEnd key={rows.length} onReach={() => void query.fetchNextPage()} />
              )}
            </div>
            <ListFoot query={query} />
          </>
        );
      }}
    </Loaded>
  );
}

function ListFoot<Row>({ query }: { query: UseInfiniteQueryResult<InfiniteData<ListPage<Row>>> }) {
  const t = useT();
  if (query.isFetchNextPageError) {
    const retry = (
      <Button isSmall onPress={() => void query.fetchNextPage()}>
        {t('common.tryAgain')}
      </Button>
    );
    return <StateBlock kind="error" title={t('common.loadFailed')} action={retry} />;
  }
  if (query.hasNextPage) return <SkeletonRows count={1} />;
  return <p className={styles.end}>{t('common.allShown')}</p>;
}

/** Covers the last fifth of the list and calls back when it scrolls into view. */
function NearEnd({ onReach }: { onReach: () => void }) {
  const marker = useRef<HTMLDivElement>(null);
  const reach = useEffectEvent(onReach);
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && reach());
    if (marker.current) observer.observe(marker.current);
    return () => observer.disconnect();
  }, []);
  return <div ref={marker} className={styles.nearEnd} aria-hidden="true" />;
}
