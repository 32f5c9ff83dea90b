/** The id of a request: in its answer, in the log lines of its work, and in the answer to an unexpected error. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';

/** As proxies and tracing tools write them. Nothing else reaches the log or an answer. */
const SAFE = /^[\w.-]{8,64}$/;

const running = new AsyncLocalStorage<string>();

/** The id that a caller or proxy gave, if it is safe; otherwise a new one. */
export function requestIdOf(given: string | readonly string[] | undefined): string {
  return typeof given === 'string' && SAFE.test(given) ? given : randomUUID();
}

/** Runs `work` and all that follows from it as part of this request. */
export function inRequest<T>(id: string, work: () => T): T {
  return running.run(id, work);
}

/** Undefined outside of requests, as in jobs. */
export const currentRequestId = (): string | undefined => running.getStore();
