/** The coins of the exchange with their networks: bounds, fees, open or not (spec §7, `/coin/getCoinList`). */
import { queryOptions } from '@tanstack/react-query';
import type { Output } from '@tern/protocol/client';
import { call } from '../platform/http/call.ts';
import { queryClient } from './query-client.ts';

export type OfferedCoin = Output<'GET /coin/getCoinList'>['list'][number];
export type Network = OfferedCoin['networks'][number];

/** Operators change bounds and fees: asked again whenever a screen opens. */
export const offeredCoinsQuery = queryOptions({
  queryKey: ['coins', 'offered'],
  queryFn: async ({ signal }) => (await call('GET /coin/getCoinList', {}, { signal })).list,
});

/** Asks again: bounds or fees have changed since they were shown. */
export function reloadTerms(): void {
  void queryClient.invalidateQueries({ queryKey: offeredCoinsQuery.queryKey });
}
