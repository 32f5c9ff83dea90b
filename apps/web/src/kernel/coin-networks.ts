/** The exchange's coins with their networks: bounds, fees, open or closed (`/coin/getCoinList`). */
import { queryOptions } from '@tanstack/react-query';
import type { RowOf } from '@tern/protocol/client';
import { call } from '../platform/http/call.ts';
import { queryClient } from './query-client.ts';

type CoinDto = RowOf<'GET /coin/getCoinList'>;
type NetworkDto = CoinDto['networks'][number];

/** Decimal texts, inclusive, in the coin. */
export interface Bounds {
  min: string;
  max: string;
  fee: string;
}

/** The terms of one direction. */
export interface Terms extends Bounds {
  isOpen: boolean;
}

export interface Network extends Pick<NetworkDto, 'name' | 'family' | 'confirmations' | 'hasMemo'> {
  /** "TRC20"; its `name` is "TRON (TRC-20)". */
  code: string;
  deposits: Terms;
  withdrawals: Terms;
}

export interface OfferedCoin extends Pick<CoinDto, 'name' | 'logo' | 'places'> {
  /** "USDT" */
  asset: string;
  networks: Network[];
}

/** The network in the app's own terms. */
export const networkOf = (dto: NetworkDto): Network => ({
  code: dto.czline,
  name: dto.name,
  family: dto.family,
  confirmations: dto.confirmations,
  hasMemo: dto.hasMemo,
  deposits: {
    min: dto.depositMin,
    max: dto.depositMax,
    fee: dto.depositFee,
    isOpen: dto.takesDeposits,
  },
  withdrawals: {
    min: dto.withdrawMin,
    max: dto.withdrawMax,
    fee: dto.withdrawFee,
    isOpen: dto.takesWithdrawals,
  },
});

/** Operators change bounds and fees: refetched whenever a screen opens. */
export const offeredCoinsQuery = queryOptions({
  queryKey: ['coins', 'offered'],
  queryFn: async ({ signal }) => {
    const { list } = await call('GET /coin/getCoinList', {}, { signal });
    return list.map(
      ({ coinname, networks, ...coin }): OfferedCoin => ({
        ...coin,
        asset: coinname,
        networks: networks.map(networkOf),
      }),
    );
  },
});

/** Refetches bounds and fees after they changed. */
export function reloadTerms(): void {
  void queryClient.invalidateQueries({ queryKey: offeredCoinsQuery.queryKey });
}
