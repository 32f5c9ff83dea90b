/** The cache of what the server said: when to ask again, and when not. */
import { QueryClient } from '@tanstack/react-query';
import { CallError } from '../platform/call-error.ts';

const READ_RETRIES = 2;
const FRESH_MS = 5_000;

/** A refusal is an answer. Lost connections are worth another try. */
function shouldRetry(failures: number, error: unknown): boolean {
  if (error instanceof CallError && error.kind === 'refused') return false;
  return failures < READ_RETRIES;
}

export const queryClient = new QueryClient({
  defaultOptions: {
    // Looking is logged, and counts as use of the session: nothing is asked again unasked.
    queries: { retry: shouldRetry, staleTime: FRESH_MS, refetchOnWindowFocus: false },
    mutations: { retry: false, networkMode: 'always' },
  },
});
