/** The exchange's coins with their networks: bounds, fees, open or closed (spec §7, `/coin/getCoinList`). */
import { queryOptions } from '@tanstack/react-query';
import type { Output } from '@tern/protocol/client';
import { call } from '../platform/http/call.ts';
import { queryClient } from './query-client.ts';

export type OfferedCoin = Output<'GET /coin/getCoinList'>['list'][number];
export type Network = OfferedCoin['networks'][number];

/** Operators change bounds and fees: refetched whenever a screen opens. */
export const offeredCoinsQuery = queryOptions({
  queryKey: ['coins', 'offered'],
  queryFn: async ({ signal }) => (await call('GET /coin/getCoinList', {}, { signal })).list,
});

/** Refetches bounds and fees after they changed. */
export function reloadTerms(): void {
  void queryClient.invalidateQueries({ queryKey: offeredCoinsQuery.queryKey });
}
