/** The terms of timed contracts, or why they are not offered to the member. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Output } from '@tern/protocol/client';
import { CallError } from '../platform/http/call-error.ts';
import { call } from '../platform/http/call.ts';
import { useSession } from './session.ts';

type TermsDto = Output<'GET /hyorder/config'>;
type MarketDto = TermsDto['markets'][number];

export interface ContractMarketTerms extends Omit<MarketDto, 'coinname' | 'hy_time' | 'hy_ykbl'> {
  symbol: string;
  /** In seconds. */
  durations: number[];
  /** Profit per stake, one for each duration. */
  ratios: string[];
}

/** The terms in the app's own names. */
export interface ContractTerms
  extends Omit<TermsDto, 'coinname' | 'hy_time' | 'hy_tzed' | 'hy_ykbl' | 'markets'> {
  /** What stakes are in. */
  asset: string;
  /** In seconds. */
  durations: number[];
  /** Stakes to choose from. */
  quickStakes: string[];
  /** Profit per stake, one for each duration. */
  ratios: string[];
  markets: ContractMarketTerms[];
}

const marketOf = ({ coinname, hy_time, hy_ykbl, ...market }: MarketDto): ContractMarketTerms => ({
  ...market,
  symbol: coinname,
  durations: hy_time,
  ratios: hy_ykbl,
});

const termsOf = ({ coinname, hy_time, hy_tzed, hy_ykbl, markets, ...terms }: TermsDto) => ({
  ...terms,
  asset: coinname,
  durations: hy_time,
  quickStakes: hy_tzed,
  ratios: hy_ykbl,
  markets: markets.map(marketOf),
});

/** The answer for countries where contracts are forbidden. */
export const CONTRACTS_OFF = 'off';

/** The answer while the member's country is unknown, because no phone is verified. */
export const CONTRACTS_NEED_PHONE = 'phone';

/** Why contracts are not offered. */
export type NoContracts =
  | typeof CONTRACTS_OFF
  | typeof CONTRACTS_NEED_PHONE
  /** With the country where the member proved to live: `off:DE`. */
  | `${typeof CONTRACTS_OFF}:${string}`;

export function hasNoContracts(terms: ContractTerms | NoContracts): terms is NoContracts {
  return typeof terms === 'string';
}

const FRESH_MS = 60_000;

async function loadTerms(signal: AbortSignal): Promise<ContractTerms | NoContracts> {
  try {
    return termsOf(await call('GET /hyorder/config', {}, { signal }));
  } catch (error) {
    if (!(error instanceof CallError) || error.refusal !== 'not-available') throw error;
    const { needs, residence } = (error.data ?? {}) as { needs?: unknown; residence?: string };
    if (residence !== undefined) return `${CONTRACTS_OFF}:${residence}`;
    return needs === 'phone' ? CONTRACTS_NEED_PHONE : CONTRACTS_OFF;
  }
}

export const contractTermsQuery = queryOptions({
  queryKey: ['contract-terms'],
  queryFn: ({ signal }) => loadTerms(signal),
  staleTime: FRESH_MS,
});

/** The terms of one market, with only its own durations and ratios; undefined if it offers no contracts. */
export function termsIn(terms: ContractTerms, symbol: string): ContractTerms | undefined {
  const market = terms.markets.find((offered) => offered.symbol === symbol);
  if (market === undefined) return undefined;
  const { durations, ratios, breakEven } = market;
  return { ...terms, durations, ratios, breakEven };
}

/** True once it is known that contracts are off: then they are not advertised. Only members trigger the call. */
export function useContractsAreOff(): boolean {
  const isMember = useSession() !== undefined;
  const { data } = useQuery({ ...contractTermsQuery, enabled: isMember });
  return typeof data === 'string' && data !== CONTRACTS_NEED_PHONE;
}
