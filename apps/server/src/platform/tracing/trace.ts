/** The trace of a request that is being recorded, and the spans within it (ADR 63). */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingHttpHeaders } from 'node:http';

export type Attributes = Readonly<Record<string, string | number | readonly string[]>>;

/** A piece of work with its duration. */
export interface Span {
  readonly trace: Trace;
  set(attributes: Attributes): void;
  /** Absent: it succeeded. Only the name and code of an error are recorded: its text may contain values of rows. */
  end(failure?: { readonly error: unknown }): void;
}

export interface Trace {
  /** 32 hexadecimal digits. */
  readonly id: string;
  /** The header of W3C with which another instance continues it below this span. */
  readonly traceparent: string;
  /** The id of the request that it belongs to. */
  readonly requestId: string;
  /** Starts a span inside of this one. `client`: another instance does the work. */
  span(name: string, attributes?: Attributes, kind?: 'internal' | 'client'): Span;
}

export interface Tracing {
  /** The span of a request, which continues the trace of its `traceparent` (W3C). Undefined: it is not recorded. */
  request(asked: {
    readonly headers: IncomingHttpHeaders;
    readonly requestId: string;
    readonly name: string;
    readonly attributes: Attributes;
  }): Span | undefined;
  /** The span of work for another instance of the deployment, which has decided that the trace is recorded. */
  continued(asked: {
    readonly traceparent: string;
    readonly requestId: string;
    readonly name: string;
    readonly attributes: Attributes;
  }): Span | undefined;
  /** Sends what was recorded. */
  close(): Promise<void>;
}

const running = new AsyncLocalStorage<Trace>();

/**
 * Before Node 24, `AsyncLocalStorage` hooks on each promise, also those of work that is not traced: 7 to 15 % of the
 * server's time for an order (ADR 55). So the hooks are removed while nothing is traced.
 */
const MUST_REMOVE_HOOKS = Number(process.versions.node.split('.')[0]) < 24;
let open = 0;

/** Runs `work` and all that follows from it as part of this trace. Returns the function to call when the request has ended. */
export function inTrace(trace: Trace, work: () => void): () => void {
  open += 1;
  running.run(trace, work);
  return () => {
    open -= 1;
    if (open === 0 && MUST_REMOVE_HOOKS) running.disable();
  };
}

/** Undefined outside of traced requests. Costs nothing before the first one. */
export const currentTrace = (): Trace | undefined => running.getStore();
