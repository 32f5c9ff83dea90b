/** The listener for Prometheus: a port of its own, off by default, that answers GET /metrics and nothing else (ADR 55). */
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { isForThisMachine, NO_FRAMES } from '../http/host-of-request.ts';
import type { Log } from '../log.ts';
import type { Metric } from './metric.ts';

export interface MetricsAddress {
  /** An address of this machine. */
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
}

export interface MetricsServer {
  readonly url: string;
  stop(): Promise<void>;
}

/** A scraper or two and a person with curl. */
const CONNECTIONS_MAX = 16;
const REQUEST_TIMEOUT_MS = 5_000;

/** @throws Error when the address cannot be used */
export async function serveMetrics(
  metrics: readonly Metric[],
  { host, port }: MetricsAddress,
  log: Log,
): Promise<MetricsServer> {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const metric of metrics) registry.registerMetric(metric);
  const server = createServer(
    { requestTimeout: REQUEST_TIMEOUT_MS, headersTimeout: REQUEST_TIMEOUT_MS },
    answerWith(registry, log),
  );
  server.maxConnections = CONNECTIONS_MAX;
  await listen(server, { host, port });
  const { address, port: bound } = server.address() as AddressInfo;
  return {
    url: `http://${address.includes(':') ? `[${address}]` : address}:${bound}/metrics`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function listen(server: Server, { host, port }: MetricsAddress): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port }, resolve);
  });
}

/** Scrapes at the same time share one answer. */
function answerWith(registry: Registry, log: Log): RequestListener {
  let reading: Promise<string> | undefined;
  const read = () => {
    reading ??= registry.metrics().finally(() => {
      reading = undefined;
    });
    return reading;
  };
  return (request, response) => {
    for (const [name, value] of Object.entries(NO_FRAMES)) response.setHeader(name, value);
    if (!isForThisMachine(request)) return void response.writeHead(421).end();
    const [path] = (request.url ?? '').split('?');
    if (path !== '/metrics') return void response.writeHead(404).end();
    if (request.method !== 'GET') return void response.writeHead(405, { allow: 'GET' }).end();
    return void read().then(
      (text) =>
        response
          .writeHead(200, { 'content-type': registry.contentType, 'cache-control': 'no-store' })
          .end(text),
      (error: unknown) => {
        log.error({ err: error }, 'metrics could not be read');
        response.writeHead(500).end();
      },
    );
  };
}
