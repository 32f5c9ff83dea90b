/** The query cache: when to retry and when to refetch. */
import { MutationCache, QueryClient } from '@tanstack/react-query';
import { onReconnect } from '../platform/connection.ts';
import { CallError } from '../platform/http/call-error.ts';

const READ_RETRIES = 2;
const FRESH_MS = 5_000;

/**
 * A refusal is an answer and is not retried. Lost connections are retried, except when the browser knows that it is offline:
 * then `refetchOnReconnect` refetches.
 */
function shouldRetry(failures: number, error: unknown): boolean {
  if (error instanceof CallError && (error.kind === 'refused' || error.isOffline)) return false;
  return failures < READ_RETRIES;
}

export const queryClient = new QueryClient({
  mutationCache: new MutationCache(),
  defaultOptions: {
    queries: { retry: shouldRetry, staleTime: FRESH_MS, networkMode: 'always' },
    mutations: { retry: false, networkMode: 'always' },
  },
});

/** Refetches everything shown when the connection returns: failed queries, and what changed meanwhile. */
export function refetchOnReconnect(): void {
  onReconnect(() => void queryClient.invalidateQueries());
}
