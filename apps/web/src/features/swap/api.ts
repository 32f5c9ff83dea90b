/** Swap's calls and cache keys. */
import { queryOptions } from '@tanstack/react-query';
import type { Output } from '@tern/protocol/client';
import { call } from '../../platform/http/call.ts';

/** What a member has chosen to swap. */
export interface Pair {
  from: string;
  to: string;
}

export type SwapTerms = Output<'GET /recharge/exchangeFind'>['reexchange'];
export type Swap = Output<'POST /recharge/exchange'>['exchange'];

/** design: screens, "refreshes 10 s" */
const REFRESH_MS = 10_000;

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
