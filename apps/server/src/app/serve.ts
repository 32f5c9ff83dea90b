/** Starts and stops the server on an open database; shared by the program and tests. */
import { existsSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { createReadOnly } from '../kernel/invariants/read-only.ts';
import { createHealth } from '../platform/health.ts';
import { traceDatabase } from '../platform/database/traced-database.ts';
import { watchEventLoop } from '../platform/event-loop-monitor.ts';
import { runJobs } from '../platform/jobs.ts';
import { createRateLimiter } from '../platform/rate-limit.ts';
import { createCallMeter } from '../platform/http/call-meter.ts';
import { createHttpMetrics } from '../platform/http/http-meter.ts';
import { createHttpServer } from '../platform/http/server.ts';
import {
  type MetricsAddress,
  type MetricsServer,
  serveMetrics,
} from '../platform/metrics/metrics-server.ts';
import { processMetrics } from '../platform/metrics/process-metrics.ts';
import { compose, type Parts, VERSION } from './compose.ts';
import { actDemoPast } from './demo/demo-past.ts';
import { explainFreeze } from './explain-freeze.ts';
import { createFailureOf, failure } from './failures.ts';
import { jobsOf, refuseChanges } from './refuse-changes.ts';
import { appPlace, notListening } from './start-checks.ts';

export interface ServeOptions {
  /** Absent: every address of the machine, IPv4 and IPv6. */
  host?: string | undefined;
  /** 0: any free port. */
  port: number;
  /** Folder of the built web app; a missing one is not served. */
  webRoot: string | undefined;
  /** Folder of the built operators' console; a missing one is not served. */
  consoleRoot?: string | undefined;
  /** Absent: none, the peer of the connection is the caller. */
  trustedProxies?: readonly string[];
  /** Absent: by their intervals. Tests also run single jobs. */
  startJobs?: typeof runJobs;
  /** Absent: metrics are not served. */
  metrics?: MetricsAddress | undefined;
}

export interface Serving {
  url: string;
  /** Where metrics are read; undefined: nowhere. */
  metricsUrl: string | undefined;
  /** Reports itself as not ready and still serves, until `stop`. */
  drain(): void;
  /** Stops listening, then the features in reverse order. */
  stop(): Promise<void>;
}

export async function serve(given: Parts, options: ServeOptions): Promise<Serving> {
  const parts = given.tracing === undefined ? given : withTracedDatabase(given);
  const { log, clock } = parts;
  const readOnly = createReadOnly(parts);
  const meter = createCallMeter();
  const httpMetrics = createHttpMetrics();
  const composed = await compose({ ...parts, readOnly, meter });
  const { history, authenticate, authenticateOperator } = composed;
  const features = [readOnly, ...composed.features];
  const limiter = createRateLimiter(clock);
  const monitor = watchEventLoop({ log });
  const health = createHealth(parts.database, clock);
  const http = await createHttpServer({
    routes: features
      .flatMap((feature) => feature.routes ?? [])
      .map((route) => refuseChanges(explainFreeze(route, parts.database), readOnly)),
    endpoints: [...health.endpoints, ...features.flatMap((feature) => feature.endpoints ?? [])],
    sockets: features.flatMap((feature) => feature.sockets ?? []),
    webRoot: existing(options.webRoot),
    consoleRoot: existing(options.consoleRoot),
    version: VERSION,
    trustedProxies: options.trustedProxies ?? [],
    log,
    monitor,
    tracing: parts.tracing,
    meters: options.metrics === undefined ? [meter] : [meter, httpMetrics],
    authenticate,
    authenticateOperator,
    takeTurn: (caller, rate) => limiter.take(caller, rate),
    failureOf: createFailureOf(log),
    failure,
  });
  // The checks of all inputs are compiled here, half a second that no price has to wait for.
  await http.ready();
  for (const feature of features) await feature.start?.();
  if (parts.demo !== undefined) await actDemoPast({ ...parts, history }, parts.demo);
  const stopJobs = (options.startJobs ?? runJobs)(jobsOf(features, readOnly), { log, monitor });
  let watched: MetricsServer | undefined;
  const stop = async () => {
    await watched?.stop();
    await http.close();
    await stopJobs();
    for (const feature of features.toReversed()) await feature.stop?.();
    monitor.stop();
  };
  try {
    if (options.metrics !== undefined) {
      const ofProgram = processMetrics({ version: VERSION, database: parts.database, monitor });
      const ofFeatures = features.flatMap((feature) => feature.metrics ?? []);
      const metrics = [...ofProgram, ...httpMetrics.metrics, ...ofFeatures];
      const { host, port } = options.metrics;
      watched = await serveMetrics(metrics, options.metrics, log).catch((error: unknown) => {
        throw notListening(error, port, { host, setting: 'METRICS_PORT' });
      });
    }
    const url = await listen(http, options);
    // Nobody has waited before.
    monitor.begin();
    return { url, metricsUrl: watched?.url, drain: health.drain, stop };
  } catch (error) {
    await stop();
    throw notListening(error, options.port, appPlace(options.host));
  }
}

/** Nothing is between the features and the database while nothing is traced. */
const withTracedDatabase = (parts: Parts): Parts => ({
  ...parts,
  database: traceDatabase(parts.database, 'api'),
});

const existing = (folder: string | undefined) =>
  folder !== undefined && existsSync(folder) ? folder : undefined;

/** Connections that may wait to be accepted: after an interruption all clients reconnect at the same time. */
const BACKLOG = 4_096;

async function listen(http: FastifyInstance, { host, port }: ServeOptions): Promise<string> {
  const backlog = BACKLOG;
  if (host !== undefined) return http.listen({ host, port, backlog });
  try {
    return await http.listen({ host: '::', port, backlog });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EAFNOSUPPORT') throw error;
    return http.listen({ host: '0.0.0.0', port, backlog });
  }
}
