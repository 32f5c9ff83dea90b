/** Queries of the treasury. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { OperatorOutput } from '@tern/protocol/operator/client';
import { type InTerms, inTerms } from '../../../kernel/api-terms.ts';
import { REVIEWS } from '../../../kernel/live-queue.ts';
import { call } from '../../../platform/call.ts';

export type Accounts = OperatorOutput<'GET /operator/treasury/accounts'>;
export type Account = Accounts['accounts'][number];
export type Revenue = OperatorOutput<'GET /operator/treasury/revenue'>;
export type Covered = InTerms<OperatorOutput<'GET /operator/treasury/coverage'>['list'][number]>;
export type Move = InTerms<OperatorOutput<'GET /operator/treasury/moves'>['list'][number]>;

export type Outflow = InTerms<OperatorOutput<'GET /operator/outflow/show'>>;
export type Capped = Outflow['list'][number];
export type Waiting = Outflow['waiting'][number];

export type Hedging = InTerms<OperatorOutput<'GET /operator/hedging/show'>>;
export type Exposure = Hedging['exposures'][number];
export type VenuePosition = Hedging['positions'][number];
export type HedgingOrder = Hedging['orders'][number];

export type PayingWallet = InTerms<OperatorOutput<'GET /operator/outflow/wallets'>['list'][number]>;

/** Under the reviews' key, so that a decision in the queue refetches it. */
const KEY = [REVIEWS, 'treasury'];
/** Fees come with each trade. */
const ASK_EVERY_MS = 15_000;
/** Each is asked of a node. */
const ASK_CHAINS_EVERY_MS = 60_000;

export function useAccounts(coin: string) {
  return useQuery({
    queryKey: [...KEY, 'accounts', coin],
    queryFn: () => call('GET /operator/treasury/accounts', { coinname: coin }),
    placeholderData: keepPreviousData,
    refetchInterval: ASK_EVERY_MS,
  });
}

export function useRevenue(coin: string) {
  return useQuery({
    queryKey: [...KEY, 'revenue', coin],
    queryFn: () => call('GET /operator/treasury/revenue', { coinname: coin }),
    placeholderData: keepPreviousData,
    refetchInterval: ASK_EVERY_MS,
  });
}

export function useCoverage() {
  return useQuery({
    queryKey: [...KEY, 'coverage'],
    queryFn: async () => inTerms(await call('GET /operator/treasury/coverage', {})),
    refetchInterval: ASK_EVERY_MS,
  });
}

export function useOutflow() {
  return useQuery({
    queryKey: [...KEY, 'outflow'],
    queryFn: async () => inTerms(await call('GET /operator/outflow/show', {})),
    refetchInterval: ASK_EVERY_MS,
  });
}

export function useHedging() {
  return useQuery({
    queryKey: [...KEY, 'hedging'],
    queryFn: async () => inTerms(await call('GET /operator/hedging/show', {})),
    refetchInterval: ASK_EVERY_MS,
  });
}

export function useWallets() {
  return useQuery({
    queryKey: ['wallets'],
    queryFn: async () => inTerms((await call('GET /operator/outflow/wallets', {})).list),
    refetchInterval: ASK_CHAINS_EVERY_MS,
  });
}

export function useMoves() {
  return useQuery({
    queryKey: [...KEY, 'moves'],
    queryFn: async () => inTerms((await call('GET /operator/treasury/moves', {})).list),
  });
}
