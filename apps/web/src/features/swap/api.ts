/** Swap calls and cache keys. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Output } from '@tern/protocol/client';
import { nextPage } from '../../kernel/paged-list.tsx';
import { queryClient } from '../../kernel/query-client.ts';
import { call } from '../../platform/http/call.ts';

/** The swap the member has entered. */
export interface Pair {
  from: string;
  to: string;
}

export type SwapTerms = Output<'GET /recharge/exchangeFind'>['reexchange'];
export type Swap = Output<'POST /recharge/exchange'>['exchange'];

const PAGE_SIZE = 20;
/** The rate is refetched at this interval; the ring next to it empties meanwhile. */
export const REFRESH_MS = 10_000;

export const termsQuery = ({ from, to }: Pair) =>
  queryOptions({
    queryKey: ['swap', 'terms', from, to],
    queryFn: async ({ signal }) => {
      const symbol = `${from}_${to}`;
      return (await call('GET /recharge/exchangeFind', { symbol }, { signal })).reexchange;
    },
    refetchInterval: REFRESH_MS,
    // A rate expires: never show one from an earlier visit to the page.
    gcTime: 0,
    retry: false,
  });

export interface Order extends Pair {
  num: string;
  /** The minimum the member accepts. */
  leastReceived: string;
}

/** `key` makes retries idempotent. */
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

/** Immutable once it is made. */
export const swapQuery = (id: number) =>
  queryOptions({
    queryKey: keys.one(id),
    queryFn: async ({ signal }) =>
      (await call('GET /recharge/findExchange', { ID: id }, { signal })).reexchange,
  });

/** Caches a new swap and refetches the list. */
export function rememberSwap(made: Swap): void {
  queryClient.setQueryData<Swap>(keys.one(made.ID), made);
  void queryClient.invalidateQueries({ queryKey: keys.all });
}
