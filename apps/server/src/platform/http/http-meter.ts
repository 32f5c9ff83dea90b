/** Measures answers and sockets: what the HTTP server reports, and the metrics made of it (ADR 55). */
import type { Code } from '@tern/protocol';
import type { WebSocket } from 'ws';
import { counter, gauges, histogram, type Metric } from '../metrics/metric.ts';

/** An answer that was sent. */
export interface Answered {
  readonly method: string;
  /** The declared path, such as "/api/base/site" or "/log/*"; undefined: nothing serves the path that was asked for. */
  readonly route: string | undefined;
  /** Of HTTP. */
  readonly status: number;
  /** The code of the envelope; undefined: the answer has none. */
  readonly code: number | undefined;
  readonly durationMs: number;
}

/** Why the server ended a connection: its client does not read, does not answer pings, or floods it with messages. */
export type DropReason = 'slow' | 'silent' | 'flood';

export interface HttpMeter {
  answered(answer: Answered): void;
  /** `path` is that of the endpoint. */
  socketOpened(path: string): void;
  socketClosed(path: string): void;
  socketDropped(path: string, reason: DropReason): void;
}

const DROPPED = Symbol('dropped');

/** Reports that the server ends this connection because of its client. */
export function noteDropped(socket: WebSocket, reason: DropReason): void {
  socket.emit(DROPPED, reason);
}

/**
 * Ends a connection whose client left pings unanswered. While messages wait here because the network takes no more, it does not
 * read; otherwise it is gone or does not answer, as a phone without a network.
 */
export function dropUnanswering(socket: WebSocket): void {
  noteDropped(socket, socket.bufferedAmount > 0 ? 'slow' : 'silent');
  socket.terminate();
}

/** Calls `note` for the first such report. */
export function onDropped(socket: WebSocket, note: (reason: DropReason) => void): void {
  socket.once(DROPPED, note);
}

/** The label of all paths that nothing serves: callers choose them. */
const NO_ROUTE = 'none';
/** The code of answers to errors that nobody foresaw. */
export const UNEXPECTED: Code = 5000;
/** Seconds; finer where most answers are. */
const DURATION_STEPS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

/** The metrics of the HTTP server, counted by itself. */
export function createHttpMetrics(): HttpMeter & { readonly metrics: readonly Metric[] } {
  const answers = counter({
    name: 'tern_http_answers_total',
    help: 'Answers by declared path, HTTP status and the code of the envelope',
    labels: ['method', 'route', 'status', 'code'],
  });
  const durations = histogram({
    name: 'tern_http_answer_duration_seconds',
    help: 'Time from the head of a request to the end of its answer',
    labels: ['method', 'route'],
    steps: DURATION_STEPS,
  });
  // A series of its own: `increase` misses the first event of a series that begins with it.
  const failures = counter({
    name: 'tern_http_failures_total',
    help: 'Answers to unexpected errors: code 5000, or HTTP 500',
    labels: [],
  });
  const dropped = counter({
    name: 'tern_sockets_dropped_total',
    help: 'Sockets that the server ended because of their client',
    labels: ['path', 'reason'],
  });
  const open = new Map<string, number>();
  const count = (path: string, by: number) => open.set(path, (open.get(path) ?? 0) + by);
  return {
    metrics: [
      answers,
      durations,
      failures,
      dropped,
      gauges({
        name: 'tern_sockets_open',
        help: 'Open sockets by path',
        labels: ['path'],
        read: () => [...open].map(([path, value]) => ({ labels: { path }, value })),
      }),
    ],
    answered({ method, route, status, code, durationMs }) {
      // Of a path that nothing serves, the caller also chooses the method.
      const labels =
        route === undefined ? { method: NO_ROUTE, route: NO_ROUTE } : { method, route };
      answers.inc({
        ...labels,
        status: String(status),
        code: code === undefined ? '' : String(code),
      });
      durations.observe(labels, durationMs / 1_000);
      if (code === UNEXPECTED || status === 500) failures.inc();
    },
    socketOpened: (path) => void count(path, 1),
    socketClosed: (path) => void count(path, -1),
    socketDropped: (path, reason) => dropped.inc({ path, reason }),
  };
}
