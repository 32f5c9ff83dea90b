/** What the calls of all kinds of products share: cache keys, paging, and what is fetched again when something has changed. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { balanceKeys } from '../balances.ts';
import { type ListPage, nextPage } from '../paged-list.tsx';
import { queryClient } from '../query-client.ts';

const PAGE_SIZE = 20;
/** All products, and all that a member holds of one kind, fit on one page of this size. */
export const PAGE_SIZE_MAX = 100;

export interface Paging {
  page: number;
  pageSize: number;
}

/** A record that the server changes; the times are ISO 8601. */
interface Changing {
  ID: number;
  UpdatedAt: string;
}

/** How a record is fetched. */
type Load<Data> = (signal: AbortSignal) => Promise<Data>;

/** By their numbers in the API, the same for all kinds with a term. */
export const ORDER_STATUSES = { 'in-term': 1, redeemed: 2, ended: 3 } as const;

/** The word of a number; the last one for a number that this build does not know. */
export function wordOf<Word extends string>(
  words: Readonly<Record<Word, number>>,
  code: number,
): Word {
  const entries = Object.entries(words) as [Word, number][];
  return (entries.find(([, number]) => number === code) ?? entries.at(-1)!)[0];
}

/** `kind`: the first part of its cache keys. */
export function productApi(kind: string) {
  const keys = {
    products: [kind, 'products'],
    quotes: [kind, 'quotes'],
    /** Lists, single ones, and all that is computed from them. */
    orders: [kind, 'orders'],
  } as const;
  const orderKey = (id: number) => [...keys.orders, 'one', id] as const;
  const reloadOrders = () => {
    void queryClient.invalidateQueries({ queryKey: keys.orders });
    void queryClient.invalidateQueries({ queryKey: balanceKeys.all });
  };
  return {
    keys,
    /** Operators change products: refetched whenever a screen opens. */
    products: <Product>(load: Load<Product[]>, group = 'all') =>
      queryOptions({
        queryKey: [...keys.products, 'list', group],
        queryFn: ({ signal }) => load(signal),
      }),
    product: <Product>(id: number, load: Load<Product>) =>
      queryOptions({
        queryKey: [...keys.products, 'one', id],
        queryFn: ({ signal }) => load(signal),
      }),
    /** Orders, or what belongs to one: newest first, page by page. `list` tells lists apart. */
    pages: <Row>(
      list: readonly unknown[],
      load: (paging: Paging, signal: AbortSignal) => Promise<ListPage<Row>>,
      pageSize = PAGE_SIZE,
    ) =>
      infiniteQueryOptions({
        queryKey: [...keys.orders, 'list', ...list],
        queryFn: ({ pageParam, signal }) => load({ page: pageParam, pageSize }, signal),
        initialPageParam: 1,
        getNextPageParam: nextPage,
      }),
    order: <Order>(id: number, load: Load<Order>) =>
      queryOptions({ queryKey: orderKey(id), queryFn: ({ signal }) => load(signal) }),
    /** What leaving an order costs and returns now. Never from an earlier visit: payouts change it. */
    redemption: <Figures>(id: number, load: Load<Figures>) =>
      queryOptions({
        queryKey: [...keys.orders, 'redemption', id],
        queryFn: ({ signal }) => load(signal),
        gcTime: 0,
        staleTime: 0,
      }),
    /** After the terms changed. */
    reloadProducts: () => {
      void queryClient.invalidateQueries({ queryKey: keys.products });
      void queryClient.invalidateQueries({ queryKey: keys.quotes });
    },
    /** With the balances: the screen may be out of date. */
    reloadOrders,
    /** Keeps an order's new state, unless a newer one is known, and refetches what depends on it. */
    keepOrder: (order: Changing) => {
      const known = queryClient.getQueryData<Changing>(orderKey(order.ID));
      if (known && Date.parse(order.UpdatedAt) < Date.parse(known.UpdatedAt)) return;
      queryClient.setQueryData(orderKey(order.ID), order);
      reloadOrders();
    },
  };
}
