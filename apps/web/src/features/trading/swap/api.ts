/** Swap calls in the app's own terms, and their cache keys. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Output } from '@tern/protocol/client';
import { balanceKeys } from '../../../kernel/balances.ts';
import { nextPage } from '../../../kernel/paged-list.tsx';
import { queryClient } from '../../../kernel/query-client.ts';
import { call } from '../../../platform/http/call.ts';

/** The swap the member has entered. */
export interface Pair {
  from: string;
  to: string;
}

type TermsDto = Output<'GET /recharge/exchangeFind'>['reexchange'];
type SwapDto = Output<'POST /recharge/exchange'>['exchange'];

export interface SwapTerms extends Omit<TermsDto, 'from_coin' | 'to_coin'>, Pair {}

export interface Swap extends Omit<SwapDto, 'from_coin' | 'to_coin' | 'num'>, Pair {
  /** Paid, in `from`. */
  given: string;
}

const swapOf = ({ from_coin: from, to_coin: to, num, ...swap }: SwapDto): Swap => ({
  ...swap,
  from,
  to,
  given: num,
});

const PAGE_SIZE = 20;
/** The rate is refetched at this interval; the ring next to it empties meanwhile. */
export const REFRESH_MS = 10_000;

export const termsQuery = ({ from, to }: Pair) =>
  queryOptions({
    queryKey: ['swap', 'terms', from, to],
    queryFn: async ({ signal }): Promise<SwapTerms> => {
      const input = { symbol: `${from}_${to}` };
      const { reexchange } = await call('GET /recharge/exchangeFind', input, { signal });
      const { from_coin: _, to_coin: __, ...terms } = reexchange;
      return { ...terms, from, to };
    },
    refetchInterval: REFRESH_MS,
    // A rate expires: never show one from an earlier visit to the page.
    gcTime: 0,
    retry: false,
  });

export interface Order extends Pair {
  given: string;
  /** The minimum the member accepts. */
  leastReceived: string;
}

/** `key` makes retries idempotent. */
export async function sendSwap(order: Order, key: string): Promise<Swap> {
  const { from, to, given, leastReceived } = order;
  const input = { from_coin: from, to_coin: to, num: given, min_received: leastReceived };
  return swapOf((await call('POST /recharge/exchange', input, { idempotencyKey: key })).exchange);
}

export interface SmallBalance {
  asset: string;
  /** All that is available. */
  amount: string;
  /** In USDT. */
  worth: string;
  received: string;
}

/** It binds for ten seconds: pressed just before the next one, it is still in time. */
const SMALL_REFRESH_MS = 5_000;

/** Coins too small for a swap, with what each gives by a quote that binds. */
export const smallQuery = queryOptions({
  queryKey: ['swap', 'small'],
  queryFn: async ({ signal }) => {
    const { coins, ...rest } = await call('GET /recharge/smallBalances', {}, { signal });
    const small: SmallBalance[] = coins.map(({ coinname, num, ...coin }) => ({
      ...coin,
      asset: coinname,
      amount: num,
    }));
    return { ...rest, coins: small };
  },
  refetchInterval: SMALL_REFRESH_MS,
  gcTime: 0,
});

export const refetchSmall = () =>
  void queryClient.invalidateQueries({ queryKey: smallQuery.queryKey });

export interface Converted {
  swaps: Swap[];
  /** Coins that stay as they are. */
  failed: string[];
}

/** `key` makes retries idempotent. */
export async function convertSmall(
  { coins, quote }: { coins: readonly Pick<SmallBalance, 'asset'>[]; quote: string },
  key: string,
): Promise<Converted> {
  const input = { quote, coins: coins.map(({ asset }) => ({ coinname: asset })) };
  const { converted, failed } = await call('POST /recharge/convertSmall', input, {
    idempotencyKey: key,
  });
  return { swaps: converted.map(swapOf), failed: failed.map(({ coinname }) => coinname) };
}

/** Balances, swaps and what is small have changed. */
export function rememberConverted(): void {
  void queryClient.invalidateQueries({ queryKey: ['swap'] });
  void queryClient.invalidateQueries({ queryKey: balanceKeys.all });
}

const keys = { all: ['swap', 'records'], one: (id: number) => ['swap', 'record', id] } as const;

/** Newest first, page by page. */
export const swapsQuery = infiniteQueryOptions({
  queryKey: keys.all,
  queryFn: async ({ pageParam, signal }) => {
    const input = { page: pageParam, pageSize: PAGE_SIZE };
    const page = await call('GET /recharge/myExchangeList', input, { signal });
    return { ...page, list: page.list.map(swapOf) };
  },
  initialPageParam: 1,
  getNextPageParam: nextPage,
});

/** Immutable once it is made. */
export const swapQuery = (id: number) =>
  queryOptions({
    queryKey: keys.one(id),
    queryFn: async ({ signal }) =>
      swapOf((await call('GET /recharge/findExchange', { ID: id }, { signal })).reexchange),
  });

/** Caches a new swap and refetches the list. */
export function rememberSwap(made: Swap): void {
  queryClient.setQueryData<Swap>(keys.one(made.ID), made);
  void queryClient.invalidateQueries({ queryKey: keys.all });
}
