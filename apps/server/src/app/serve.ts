/** Starts and stops the server on an open database; shared by `main.ts` and tests. */
import { existsSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { createReadOnly, type ReadOnly } from '../kernel/invariants/read-only.ts';
import { leaseMetrics, roleMetric } from '../kernel/leases/lease-metrics.ts';
import { ROLES, type Role } from '../kernel/leases/roles.ts';
import { createHealth } from '../platform/health.ts';
import { watchDisk } from '../platform/database/watch-disk.ts';
import { traceDatabase } from '../platform/database/traced-database.ts';
import { type EventLoopMonitor, watchEventLoop } from '../platform/event-loop-monitor.ts';
import type { Feature, Job } from '../platform/feature.ts';
import { createRateLimiter } from '../platform/rate-limit.ts';
import type { ConsolePlace } from '../platform/http/console-place.ts';
import { createCallMeter } from '../platform/http/call-meter.ts';
import { createHttpMetrics } from '../platform/http/http-meter.ts';
import type { Route } from '../platform/http/route.ts';
import { createSocketMoves } from '../platform/http/move-sockets.ts';
import { createHttpServer } from '../platform/http/server.ts';
import {
  type MetricsAddress,
  type MetricsServer,
  serveMetrics,
} from '../platform/metrics/metrics-server.ts';
import { processMetrics } from '../platform/metrics/process-metrics.ts';
import { compose, type Composition } from './compose.ts';
import type { Parts } from './compose/parts.ts';
import { VERSION } from './version.ts';
import { actDemoPast } from './demo/demo-past.ts';
import { explainFreeze } from './explain-freeze.ts';
import { createFailureOf, failure } from './failures.ts';
import { createDrainStale } from './drain-stale.ts';
import { jobsOf, refuseChanges } from './refuse-changes.ts';
import { appPlace, notListening } from './start-checks.ts';
import { startJobs } from './start-jobs.ts';

export interface ServeOptions {
  /** Absent: every address of the machine, IPv4 and IPv6. */
  host?: string | undefined;
  /** 0: any free port. */
  port: number;
  /** Folder of the built web app; a missing one is not served. */
  webRoot: string | undefined;
  /** Folder of the built operators' console; a missing one is not served. */
  consoleRoot?: string | undefined;
  /** Where the console and its calls are served; absent: everywhere. */
  consolePlace?: ConsolePlace | undefined;
  /** Absent: none, the peer of the connection is the caller. */
  trustedProxies?: readonly string[];
  /** What this instance does; absent: everything. */
  roles?: readonly Role[];
  /** The jobs to start, made of all. Tests also run single jobs. */
  chooseJobs?(jobs: readonly Job[]): readonly Job[];
  /** Called before it serves, when a standby has become active. Absent: everything is prepared. */
  prepare?: (() => Promise<void>) | undefined;
  /** Called with what the start does next: "pricing". */
  onStart?(what: string): void;
  /** Absent: metrics are not served. */
  metrics?: MetricsAddress | undefined;
}

export interface Serving {
  url: string;
  /** Where metrics are read; undefined: nowhere. */
  metricsUrl: string | undefined;
  /** Resolves when it serves: at once, but for a standby. @throws the error of a feature that could not start */
  whenServing: Promise<void>;
  /**
   * Reports itself as not ready and still serves, until `stop`; an instance that waits for its end takes over at once. Its sockets
   * are closed within the time, one after the other.
   * Units: milliseconds.
   */
  drain(withinMs: number): void;
  /** Stops listening, then the features in reverse order. */
  stop(): Promise<void>;
}

export async function serve(given: Parts, options: ServeOptions): Promise<Serving> {
  const watched = watchDisk(given.database, given.clock);
  const withDisk = { ...given, database: watched.database };
  const parts = given.tracing === undefined ? withDisk : withTracedDatabase(withDisk);
  const { log, clock, leases } = parts;
  const readOnly = createReadOnly(parts);
  const meter = createCallMeter();
  const httpMetrics = createHttpMetrics();
  const monitor = watchEventLoop({ log });
  options.onStart?.('its calls');
  const composed = await compose({ ...parts, readOnly, meter, monitor });
  const { authenticate, authenticateOperator } = composed;
  const limiter = createRateLimiter(parts);
  const limits: Feature = { slug: 'limits', jobs: [limiter.job] };
  const moves = createSocketMoves();
  const { roles = ROLES } = options;
  const drainStale = createDrainStale({ ...parts, roles, features: composed.features, moves });
  const features = [readOnly, limits, ...composed.features, drainStale];
  let hasStarted = false;
  const obstacle = () => leases.obstacle() ?? (hasStarted ? drainStale.obstacle() : 'starting');
  const { database, bus } = parts;
  const health = createHealth({ database, clock, obstacle, bus });
  const guarded = (route: Route) => refuseChanges(explainFreeze(route, parts.database), readOnly);
  const served = servedBy(options, features);
  const http = await createHttpServer({
    ...served,
    mode: parts.mode,
    routes: served.routes.map(guarded),
    endpoints: [...health.endpoints, ...served.endpoints],
    moves,
    isServing: () => hasStarted && leases.isActive(),
    alwaysServed: health.endpoints.map(({ path }) => path),
    version: VERSION,
    trustedProxies: options.trustedProxies ?? [],
    consolePlace: options.consolePlace,
    log,
    monitor,
    tracing: parts.tracing,
    meters: options.metrics === undefined ? [meter] : [meter, httpMetrics],
    authenticate,
    authenticateOperator,
    takeTurn: (caller, rate, turns) => limiter.take(caller, rate, turns),
    oweTurns: (caller, rate, turns) => limiter.owe(caller, rate, turns),
    failureOf: createFailureOf(log, { isDiskFull: watched.isFull }),
    failure,
  });
  // The checks of all inputs are compiled here, half a second that no price has to wait for.
  options.onStart?.('the checks of its inputs');
  await http.ready();
  const started = createStart(parts, { ...composed, features }, { monitor, readOnly, options });
  let metricsServer: MetricsServer | undefined;
  const stop = async () => {
    moves.stop();
    await metricsServer?.stop();
    await http.close();
    await started.stop();
    monitor.stop();
  };
  const begin = async () => {
    await started.begin();
    hasStarted = true;
  };
  await begin();
  try {
    if (options.metrics !== undefined) {
      const ofServer = processMetrics({ ...parts, version: VERSION, monitor });
      const ofFeatures = features.flatMap((feature) => feature.metrics ?? []);
      const metrics = [
        ...ofServer,
        roleMetric(roles, health.isServing),
        ...leaseMetrics(leases),
        ...httpMetrics.metrics,
        ...ofFeatures,
      ];
      const { host, port } = options.metrics;
      metricsServer = await serveMetrics(metrics, options.metrics, log).catch((error: unknown) => {
        throw notListening(error, port, { host, setting: 'METRICS_PORT' });
      });
    }
    options.onStart?.('its address');
    const url = await listen(http, options);
    // Nobody has waited before.
    monitor.begin();
    const whenServing = whenActive(parts, options);
    const drain = (withinMs: number) => {
      health.drain();
      moves.begin(withinMs);
      leases.handOver().catch((error: unknown) => log.warn({ err: error }, 'nobody took over'));
    };
    return { url, metricsUrl: metricsServer?.url, drain, whenServing, stop };
  } catch (error) {
    await stop();
    throw notListening(error, options.port, appPlace(options.host));
  }
}

/** What the roles of this instance bring: an api serves calls and pages, a feed serves sockets. */
function servedBy({ roles = ROLES, webRoot, consoleRoot }: ServeOptions, features: Feature[]) {
  const isApi = roles.includes('api');
  const isFeed = roles.includes('feed');
  return {
    routes: isApi ? features.flatMap((feature) => feature.routes ?? []) : [],
    endpoints: isApi ? features.flatMap((feature) => feature.endpoints ?? []) : [],
    sockets: isFeed ? features.flatMap((feature) => feature.sockets ?? []) : [],
    webRoot: isApi ? existing(webRoot) : undefined,
    consoleRoot: isApi ? existing(consoleRoot) : undefined,
  };
}

interface StartDeps {
  readonly monitor: EventLoopMonitor;
  readonly readOnly: ReadOnly;
  readonly options: ServeOptions;
}

/** Starts the features, then their jobs; stops them in reverse order. */
function createStart(
  parts: Parts,
  { features, history }: Pick<Composition, 'features' | 'history'>,
  { monitor, readOnly, options }: StartDeps,
) {
  const { log, leases } = parts;
  let isStopped = false;
  let stopJobs = () => Promise.resolve();
  const run = async () => {
    const { onStart } = options;
    for (const feature of features) {
      onStart?.(feature.slug);
      await feature.start?.();
    }
    onStart?.('the past of the demo member');
    // The past of the demo member needs prices and engines, which an instance with some of the roles may not have.
    const doesAll = (options.roles ?? ROLES).length === ROLES.length;
    if (doesAll && parts.demo !== undefined) await actDemoPast({ ...parts, history }, parts.demo);
    onStart?.('jobs');
    const jobs = jobsOf(features, readOnly);
    stopJobs = await startJobs(options.chooseJobs?.(jobs) ?? jobs, { log, monitor, leases });
  };
  let running: Promise<void> | undefined;
  return {
    async begin() {
      if (isStopped) return;
      running = run();
      await running;
    },
    async stop() {
      isStopped = true;
      await running?.catch(() => undefined);
      await stopJobs();
      await leases.stop();
      for (const feature of features.toReversed()) await feature.stop?.();
    },
  };
}

/** A standby has started everything but the work of leases, so that little is left to do when it becomes active. */
async function whenActive(parts: Parts, options: ServeOptions) {
  await parts.leases.whenActive();
  if (options.prepare === undefined) return;
  await parts.settings.refresh();
  await options.prepare();
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
