/** The terms of short contracts, or why they are not offered to the member (rules §2, §4). */
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Output } from '@tern/protocol/client';
import { CallError } from '../platform/http/call-error.ts';
import { call } from '../platform/http/call.ts';
import { useSession } from './session.ts';

export type ContractTerms = Output<'GET /hyorder/config'>;

/** The answer for countries where contracts are forbidden. */
export const CONTRACTS_OFF = 'off';

/** The answer while the member's country is unknown, because no phone is verified. */
export const CONTRACTS_NEED_PHONE = 'phone';

/** Why contracts are not offered. */
export type NoContracts = typeof CONTRACTS_OFF | typeof CONTRACTS_NEED_PHONE;

export function hasNoContracts(terms: ContractTerms | NoContracts): terms is NoContracts {
  return typeof terms === 'string';
}

const NOT_OFFERED = 5011;
const FRESH_MS = 60_000;

async function loadTerms(signal: AbortSignal): Promise<ContractTerms | NoContracts> {
  try {
    return await call('GET /hyorder/config', {}, { signal });
  } catch (error) {
    if (!(error instanceof CallError) || error.code !== NOT_OFFERED) throw error;
    const { needs } = (error.data ?? {}) as { needs?: unknown };
    return needs === 'phone' ? CONTRACTS_NEED_PHONE : CONTRACTS_OFF;
  }
}

export const contractTermsQuery = queryOptions({
  queryKey: ['contract-terms'],
  queryFn: ({ signal }) => loadTerms(signal),
  staleTime: FRESH_MS,
});

/** The terms of one market, with only its own durations; undefined if it offers no contracts. */
export function termsIn(terms: ContractTerms, symbol: string): ContractTerms | undefined {
  const market = terms.markets.find(({ coinname }) => coinname === symbol);
  if (market === undefined) return undefined;
  const taken = terms.hy_time.map((seconds) => market.hy_time.includes(seconds));
  const ofTaken = <T>(list: readonly T[]): T[] => list.filter((_, index) => taken[index]);
  return {
    ...terms,
    hy_time: ofTaken(terms.hy_time),
    hy_ykbl: ofTaken(terms.hy_ykbl),
    breakEven: ofTaken(terms.breakEven),
  };
}

/** True once it is known that contracts are off: then they are not advertised. Only members trigger the call. */
export function useContractsAreOff(): boolean {
  const isMember = useSession() !== undefined;
  return useQuery({ ...contractTermsQuery, enabled: isMember }).data === CONTRACTS_OFF;
}
