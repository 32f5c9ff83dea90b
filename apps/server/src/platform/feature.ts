/** A feature as registered with the application: routes, sockets, jobs, start and stop. */
import type { IncomingMessage } from 'node:http';
import type { WebSocket } from 'ws';
import type { RawEndpoint } from './http/raw-endpoint.ts';
import type { Route } from './http/route.ts';
import type { Metric } from './metrics/metric.ts';
import type { Turns } from './turns.ts';

export interface Job {
  /** "auth.prune-sessions" */
  name: string;
  everyMs: number;
  /** In every instance of a deployment; absent: in one at a time, whichever has the job's lease. */
  runs?: 'everywhere';
  /** `ending`: aborted when the server or its lease ends, which then waits for the run. */
  run(ending?: AbortSignal): Promise<void>;
}

export interface SocketEndpoint {
  /** "/ws" */
  path: string;
  accept(socket: WebSocket, request: IncomingMessage, caller: SocketCaller): void;
}

export interface SocketCaller {
  /** The caller's, even behind a trusted proxy. */
  readonly address: string;
  readonly takeTurn: Turns['takeTurn'];
}

export interface Feature {
  slug: string;
  routes?: readonly Route[];
  /** Endpoints outside of /api. */
  endpoints?: readonly RawEndpoint[];
  sockets?: readonly SocketEndpoint[];
  jobs?: readonly Job[];
  metrics?: readonly Metric[];
  /** Whether this instance shows its members less than other instances do, which read the same database. */
  isBehind?(): boolean;
  /** Called in order before the server listens. */
  start?(): Promise<void>;
  /** Called in reverse order after the server has stopped listening. */
  stop?(): Promise<void>;
}
