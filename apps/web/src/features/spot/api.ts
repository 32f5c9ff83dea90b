/** Spot trading calls, cache keys and live patches. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Output } from '@tern/protocol/client';
import { onMemberEvent } from '../../kernel/member-events.ts';
import { nextPage } from '../../kernel/paged-list.tsx';
import { queryClient } from '../../kernel/query-client.ts';
import { call } from '../../platform/http/call.ts';
import type { Placement } from './order-draft.ts';
import {
  isNewer,
  type OrderFilter,
  type OrderPages,
  type OrderRow,
  withOrder,
} from './order-pages.ts';

const PAGE_SIZE = 20;

const keys = {
  lists: ['spot', 'orders'],
  orders: (filter: OrderFilter) => ['spot', 'orders', filter],
  order: (id: number) => ['spot', 'order', id],
} as const;

/** Orders of a filter, newest first, page by page. */
export const ordersQuery = (filter: OrderFilter) =>
  infiniteQueryOptions({
    queryKey: keys.orders(filter),
    queryFn: ({ pageParam, signal }) =>
      call(
        'GET /bborder/myBborderList',
        { ...filter, page: pageParam, pageSize: PAGE_SIZE },
        { signal },
      ),
    initialPageParam: 1,
    getNextPageParam: nextPage,
  });

/** One order with its fills. */
export const orderQuery = (id: number) =>
  queryOptions({
    queryKey: keys.order(id),
    queryFn: ({ signal }) => call('GET /bborder/findBborder', { ID: id }, { signal }),
  });

/** `key` makes retries idempotent. */
export async function placeOrder(placement: Placement, key: string): Promise<OrderRow> {
  const options = { idempotencyKey: key };
  const { order } =
    placement.side === 'buy'
      ? await call('POST /bborder/upbbbuy', placement.input, options)
      : await call('POST /bborder/upbbsell', placement.input, options);
  return order;
}

export async function cancelOrder(id: number, key: string): Promise<OrderRow> {
  const { order } = await call('POST /bborder/clearorder', { id }, { idempotencyKey: key });
  return order;
}

/** Refetches everything shown about orders: the screen may be out of date. */
export function reloadOrders(): void {
  void queryClient.invalidateQueries({ queryKey: ['spot'] });
}

/** The newest state seen of each order, because answers and events can arrive out of order. */
const newest = new Map<number, OrderRow>();

/** Updates an order in every list and page that shows it. */
export function patchOrder(row: OrderRow): void {
  if (!isNewer(row, newest.get(row.ID))) return;
  newest.set(row.ID, row);
  for (const [key, data] of queryClient.getQueriesData<OrderPages>({ queryKey: keys.lists })) {
    if (!data) continue;
    const next = withOrder(data, row, key[2] as OrderFilter);
    queryClient.setQueryData(key, next);
    // Removed rows shift the pages that are not loaded yet.
    const isShifted = next.pages.length > 1 && next.pages[0]!.total < data.pages[0]!.total;
    if (isShifted) void queryClient.invalidateQueries({ queryKey: key });
  }
  type Found = Output<'GET /bborder/findBborder'>;
  queryClient.setQueryData<Found>(keys.order(row.ID), (known) =>
    known ? { ...known, rebborder: row } : known,
  );
  void queryClient.invalidateQueries({ queryKey: keys.order(row.ID) });
}

// From the first spot screen on, also for lists kept behind other pages.
onMemberEvent('spot.order', (row) => patchOrder(row as OrderRow));
