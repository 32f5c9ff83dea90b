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

/** Before Node 24, knowing the request costs a hook on each promise: 7 to 15 % of the server's time for an order (ADR 55). */
const IS_CHEAP = Number(process.versions.node.split('.')[0]) >= 24;

/** Runs `work` and all that follows from it as part of this request, where that is cheap. */
export function inRequest<T>(id: string, work: () => T): T {
  return IS_CHEAP ? running.run(id, work) : work();
}

/** Undefined outside of requests, as in jobs, and before Node 24. */
export const currentRequestId = (): string | undefined => running.getStore();
