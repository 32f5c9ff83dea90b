/** The screen with a list of funding requests, newest first, filtered by status. */
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { NavBar, ScreenBody, ScreenHeader } from '@tern/ui';
import type { ReactNode } from 'react';
import { useBack } from '../../../platform/navigation/links.ts';
import { type ListPage, PagedList } from '../../../kernel/paged-list.tsx';
import { useRefresh } from '../../../kernel/refresh.ts';
import { StatusFilter, type StatusFilterProps } from './status-filter.tsx';

export interface TransferHistoryProps<Row extends { ID: number }> {
  title: string;
  query: UseInfiniteQueryResult<InfiniteData<ListPage<Row>>>;
  renderRow: (row: Row) => ReactNode;
  empty: ReactNode;
  /** Absent if the list has no status filter. */
  filter?: StatusFilterProps;
}

export function TransferHistory<Row extends { ID: number }>(props: TransferHistoryProps<Row>) {
  const { title, query, renderRow, empty, filter } = props;
  const back = useBack();
  const refresh = useRefresh();
  return (
    <>
      <ScreenHeader>
        <NavBar title={title} back={back} />
        {filter && <StatusFilter {...filter} />}
      </ScreenHeader>
      <ScreenBody onRefresh={refresh}>
        <PagedList key={filter?.status} query={query} renderRow={renderRow} empty={empty} />
      </ScreenBody>
    </>
  );
}
