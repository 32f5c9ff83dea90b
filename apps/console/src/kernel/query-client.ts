/** The query cache, and when it refetches. */
import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  QueryClient,
  type QueryKey,
} from '@tanstack/react-query';
import { CallError } from '../platform/call.ts';

const READ_RETRIES = 2;
const FRESH_MS = 5_000;

/** Retries lost connections, not refusals. */
function shouldRetry(failures: number, error: unknown): boolean {
  if (error instanceof CallError && error.kind === 'refused') return false;
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
  defaultOptions: {
    // Views are logged and extend the session, so there is no automatic refetching.
    queries: { retry: shouldRetry, staleTime: FRESH_MS, refetchOnWindowFocus: false },
    mutations: { retry: false, networkMode: 'always' },
  },
});
