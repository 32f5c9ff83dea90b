/** The query cache: when to retry and when to refetch. */
import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  MutationCache,
  QueryClient,
  type QueryKey,
} from '@tanstack/react-query';
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

/**
 * Invalidation repeats also a first fetch under way, whose answer may be from before the change: TanStack Query repeats only
 * fetches of what is known already.
 */
class FreshQueries extends QueryClient {
  override invalidateQueries<K extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<K>,
    options?: InvalidateOptions,
  ): Promise<void> {
    const fetching = { ...filters, type: 'active', fetchStatus: 'fetching' } as const;
    for (const query of this.getQueryCache().findAll(fetching)) {
      if (query.state.data === undefined) void query.cancel({ silent: true });
    }
    return super.invalidateQueries(filters, options);
  }
}

export const queryClient = new FreshQueries({
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
