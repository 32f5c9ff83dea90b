/** The cache of what the server said: when to ask again, and when not. */
import { MutationCache, QueryClient } from '@tanstack/react-query';
import { onReconnect } from '../platform/connection.ts';
import { CallError } from '../platform/http/call-error.ts';

const READ_RETRIES = 2;
const FRESH_MS = 5_000;

/**
 * A refusal is an answer: asking again would only annoy. Lost connections are worth another try, but
 * where the browser knows that there is none, `askAgainWhenConnected` waits for it.
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

/** All that is shown is asked for again when the connection is back: what failed, and what went on meanwhile. */
export function askAgainWhenConnected(): void {
  onReconnect(() => void queryClient.invalidateQueries());
}
