/** Queries of markets and their halts. */
import { useQuery } from '@tanstack/react-query';
import type { OperatorOutput } from '@tern/protocol/operator/client';
import { MARKETS } from '../../../kernel/live-queue.ts';
import { call } from '../../../platform/call.ts';

export type Market = OperatorOutput<'GET /operator/market/list'>['list'][number];
export type Delisting = NonNullable<Market['delisting']>;
export type Halt = OperatorOutput<'GET /operator/market/halts'>['list'][number];

export type MarketVersion = OperatorOutput<'GET /operator/market/versions'>['list'][number];

/** Ages of sources and ends of halts move on. */
const ASK_EVERY_MS = 5_000;

export function useMarkets() {
  return useQuery({
    queryKey: [MARKETS],
    queryFn: async () => (await call('GET /operator/market/list', {})).list,
    refetchInterval: ASK_EVERY_MS,
  });
}

/** Newest first. */
export function useMarketVersions(symbol: string) {
  return useQuery({
    queryKey: [MARKETS, 'versions', symbol],
    queryFn: async () => (await call('GET /operator/market/versions', { symbol })).list,
  });
}

export function useHalts(symbol: string) {
  return useQuery({
    queryKey: [MARKETS, 'halts', symbol],
    queryFn: async () => (await call('GET /operator/market/halts', { symbol })).list,
  });
}

/** Whom and what a delisting concerns. */
export function useDelistingImpact(symbol: string) {
  return useQuery({
    queryKey: [MARKETS, 'delisting', symbol],
    queryFn: () => call('GET /operator/market/delistingImpact', { symbol }),
  });
}
