/** The query cache, and when it refetches. */
import { QueryClient } from '@tanstack/react-query';
import { CallError } from '../platform/call.ts';

const READ_RETRIES = 2;
const FRESH_MS = 5_000;

/** Retries lost connections, not refusals. */
function shouldRetry(failures: number, error: unknown): boolean {
  if (error instanceof CallError && error.kind === 'refused') return false;
  return failures < READ_RETRIES;
}

export const queryClient = new QueryClient({
  defaultOptions: {
    // Views are logged and extend the session, so there is no automatic refetching.
    queries: { retry: shouldRetry, staleTime: FRESH_MS, refetchOnWindowFocus: false },
    mutations: { retry: false, networkMode: 'always' },
  },
});
