/** The cache of what the server said: when to ask again, and when not. */
import { MutationCache, QueryClient } from '@tanstack/react-query';
import { CallError } from '../platform/http/call-error.ts';

const READ_RETRIES = 2;
const FRESH_MS = 5_000;

/** A refusal is an answer: asking again would only annoy. Lost connections are worth another try. */
function shouldRetry(failures: number, error: unknown): boolean {
  if (error instanceof CallError && error.kind === 'refused') return false;
  return failures < READ_RETRIES;
}

export const queryClient = new QueryClient({
  mutationCache: new MutationCache(),
  defaultOptions: {
    queries: { retry: shouldRetry, staleTime: FRESH_MS, networkMode: 'always' },
    mutations: { retry: false, networkMode: 'always' },
  },
});
