/** Swap's calls and cache keys. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Output } from '@tern/protocol/client';
import { nextPage } from '../../kernel/paged-list.tsx';
import { queryClient } from '../../kernel/query-client.ts';
import { call } from '../../platform/http/call.ts';

/** What a member has chosen to swap. */
export interface Pair {
  from: string;
  to: string;
}

export type SwapTerms = Output<'GET /recharge/exchangeFind'>['reexchange'];
export type Swap = Output<'POST /recharge/exchange'>['exchange'];

const PAGE_SIZE = 20;
/** A rate on the screen is asked for again after this; the ring beside it empties meanwhile. */
export const REFRESH_MS = 10_000;

export const termsQuery = ({ from, to }: Pair) =>
  queryOptions({
    queryKey: ['swap', 'terms', from, to],
    queryFn: async ({ signal }) => {
      const symbol = `${from}_${to}`;
      return (await call('GET /recharge/exchangeFind', { symbol }, { signal })).reexchange;
    },
    refetchInterval: REFRESH_MS,
    // A rate belongs to its moment: one from before the page was left is not shown again.
    gcTime: 0,
    retry: false,
  });

export interface Order extends Pair {
  num: string;
  /** The least the member still takes. */
  leastReceived: string;
}

/** `key` makes a repeated attempt happen once. */
export async function sendSwap(order: Order, key: string): Promise<Swap> {
  const { from, to, num, leastReceived } = order;
  const input = { from_coin: from, to_coin: to, num, min_received: leastReceived };
  return (await call('POST /recharge/exchange', input, { idempotencyKey: key })).exchange;
}

const keys = { all: ['swap', 'records'], one: (id: number) => ['swap', 'record', id] } as const;

/** Newest first, page by page. */
export const swapsQuery = infiniteQueryOptions({
  queryKey: keys.all,
  queryFn: ({ pageParam, signal }) => {
    const input = { page: pageParam, pageSize: PAGE_SIZE };
    return call('GET /recharge/myExchangeList', input, { signal });
  },
  initialPageParam: 1,
  getNextPageParam: nextPage,
});

/** Never changes once it is made. */
export const swapQuery = (id: number) =>
  queryOptions({
    queryKey: keys.one(id),
    queryFn: async ({ signal }) =>
      (await call('GET /recharge/findExchange', { ID: id }, { signal })).reexchange,
  });

/** Keeps one that was just made, and asks for the list again. */
export function rememberSwap(made: Swap): void {
  queryClient.setQueryData<Swap>(keys.one(made.ID), made);
  void queryClient.invalidateQueries({ queryKey: keys.all });
}
