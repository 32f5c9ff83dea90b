/** The page of `npm run cluster`: who runs, who holds what, and buttons that kill, stop and promote. On 127.0.0.1 only. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { isForThisMachine, isFromOwnPage, NO_FRAMES } from '../../platform/http/host-of-request.ts';
import { PAGE_HTML } from './page-html.ts';

export interface PageStatus {
  readonly proxyUrl: string;
  readonly ordersPerSecond: number | undefined;
  readonly instances: readonly InstanceStatus[];
  readonly databases: readonly object[];
  readonly nats: object | undefined;
  /** The newest last. */
  readonly events: readonly {
    readonly at: number;
    readonly line: string;
    /** How often it was said. */
    readonly times: number;
  }[];
}

export interface InstanceStatus {
  readonly name: string;
  readonly roles: readonly string[];
  readonly port: number;
  readonly pid: number | undefined;
  readonly state: 'running' | 'paused' | 'ended';
  readonly restarts: number;
  /** Why the proxy sends it nothing. */
  readonly obstacle: string | undefined;
  /** Since its last heartbeat in the database. Units: milliseconds. */
  readonly heartbeatMs: number | undefined;
  readonly leases: readonly string[];
}

export const ACTS = ['kill', 'pause', 'resume', 'promote'] as const;
export type Act = (typeof ACTS)[number];

interface PageOptions {
  readonly port: number;
  readonly status: () => PageStatus;
  /** @throws Error whose message is shown */
  readonly act: (name: string, act: Act) => Promise<void>;
}

/** Returns the function that ends it. */
export async function openPage(options: PageOptions): Promise<() => Promise<void>> {
  const server = createServer((request, response) => void answer(request, response, options));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, '127.0.0.1', resolve);
  });
  return async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
  };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { status, act }: PageOptions,
): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://localhost');
  const send = (code: number, type: string, body: string) => {
    response
      .writeHead(code, { ...NO_FRAMES, 'content-type': type, 'cache-control': 'no-store' })
      .end(body);
  };
  if (!isForThisMachine(request)) {
    return send(421, 'text/plain', 'only under an address or localhost\n');
  }
  if (request.method === 'GET' && url.pathname === '/') {
    return send(200, 'text/html; charset=utf-8', PAGE_HTML);
  }
  if (request.method === 'GET' && url.pathname === '/status') {
    return send(200, 'application/json', JSON.stringify(status()));
  }
  const wanted = ACTS.find((each) => each === url.searchParams.get('do'));
  // Only our own page sends this header; another page that the browser has open may not.
  const isOurs = request.headers['x-tern-cluster'] === '1';
  if (request.method !== 'POST' || url.pathname !== '/act' || wanted === undefined || !isOurs) {
    return send(404, 'text/plain', 'not here\n');
  }
  if (!isFromOwnPage(request)) return send(403, 'text/plain', 'only from its own page\n');
  try {
    await act(url.searchParams.get('name') ?? '', wanted);
    send(200, 'text/plain', 'done\n');
  } catch (error) {
    send(409, 'text/plain', error instanceof Error ? error.message : String(error));
  }
}
