/** What the member holds of one kind of product and one status, page by page, or that there is nothing. */
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { StateBlock } from '@tern/ui';
import { EmptyState, type EmptyStateProps } from '../empty-state.tsx';
import { type ListPage, PagedList, type PagedListProps } from '../paged-list.tsx';

export interface OrderListProps<Order extends { ID: number }>
  extends Pick<PagedListProps<Order>, 'renderRow' | 'renderRows' | 'skeleton'> {
  query: UseInfiniteQueryResult<InfiniteData<ListPage<Order>>>;
  /** For a member who holds nothing: where to find it. Only a title where a filter hides the rest. */
  none: EmptyStateProps | string;
}

export function OrderList<Order extends { ID: number }>({ none, ...list }: OrderListProps<Order>) {
  const empty =
    typeof none === 'string' ? <StateBlock kind="empty" title={none} /> : <EmptyState {...none} />;
  return <PagedList {...list} empty={empty} />;
}
