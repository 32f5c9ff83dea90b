/** What short contracts are offered on, or that they are off where the member lives (rules §2, §4). */
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Output } from '@tern/protocol/client';
import { CallError } from '../platform/http/call-error.ts';
import { call } from '../platform/http/call.ts';
import { useSession } from './session.ts';

export type ContractTerms = Output<'GET /hyorder/config'>;

/** The answer where contracts are forbidden. */
export const CONTRACTS_OFF = 'off';

const NOT_OFFERED = 5011;
const FRESH_MS = 60_000;

async function loadTerms(signal: AbortSignal): Promise<ContractTerms | typeof CONTRACTS_OFF> {
  try {
    return await call('GET /hyorder/config', {}, { signal });
  } catch (error) {
    if (error instanceof CallError && error.code === NOT_OFFERED) return CONTRACTS_OFF;
    throw error;
  }
}

export const contractTermsQuery = queryOptions({
  queryKey: ['contract-terms'],
  queryFn: ({ signal }) => loadTerms(signal),
  staleTime: FRESH_MS,
});

/** True once it is known: what is off is not advertised either. Asks for members only. */
export function useContractsAreOff(): boolean {
  const isMember = useSession() !== undefined;
  return useQuery({ ...contractTermsQuery, enabled: isMember }).data === CONTRACTS_OFF;
}
