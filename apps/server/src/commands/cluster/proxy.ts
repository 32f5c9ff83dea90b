/**
 * A small proxy for HTTP and WebSocket in front of several instances: it sends requests to those that say they are ready, in
 * turn. For one machine; a deployment has a load balancer.
 */
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { fetch } from '../../platform/http/fetch.ts';

export interface Target {
  readonly name: string;
  /** On 127.0.0.1. */
  readonly port: number;
  /** It answers calls and serves the app. */
  readonly takesRequests: boolean;
  readonly takesSockets: boolean;
}

export interface Proxy {
  readonly port: number;
  /** What the target said when it was last asked: undefined for ready, otherwise why not. */
  obstacleOf(name: string): string | undefined;
  close(): Promise<void>;
}

interface ProxyOptions {
  /** 0: any free one. */
  readonly port: number;
  readonly targets: readonly Target[];
  /** How often each target is asked whether it is ready. Units: milliseconds. */
  readonly checkEveryMs?: number;
}

const CHECK_EVERY_MS = 250;
/** A paused instance accepts connections and never answers. */
const CHECK_WITHIN_MS = 2_000;
/** Longer than any call takes. */
const ANSWER_WITHIN_MS = 15_000;
const CONNECT_WITHIN_MS = 500;
const HOST = '127.0.0.1';
/** The obstacle of an instance that accepts connections only. */
const SILENT = 'does not answer';
/** They concern one connection, not the request. */
const HOP_BY_HOP = ['connection', 'keep-alive', 'proxy-connection', 'transfer-encoding', 'upgrade'];

export async function openProxy(options: ProxyOptions): Promise<Proxy> {
  const { port, targets, checkEveryMs = CHECK_EVERY_MS } = options;
  const obstacles = new Map(
    targets.map(({ name }) => [name, 'not asked yet' as string | undefined]),
  );
  const agent = new Agent({ keepAlive: true, maxSockets: 256 });
  const sockets = new Set<Duplex>();
  /** Of each target: how to end what waits for it. */
  const underWay = new Map(targets.map(({ name }) => [name, new Set<() => void>()]));
  let turn = 0;
  const isReady = ({ name }: Target) => obstacles.get(name) === undefined;
  /** Those that are ready, beginning with another one each time. */
  const inTurn = (suits: (target: Target) => boolean): Target[] => {
    const ready = targets.filter((target) => suits(target) && isReady(target));
    turn += 1;
    return ready.map((_one, at) => ready[(at + turn) % ready.length]!);
  };
  const check = async (target: Target) => {
    const obstacle = await askReadiness(target.port);
    const isStillSilent = obstacle === SILENT && obstacles.get(target.name) === SILENT;
    obstacles.set(target.name, obstacle);
    // Once is a busy machine; a paused one would keep its clients waiting until it goes on.
    if (isStillSilent) for (const cut of underWay.get(target.name)!) cut();
  };
  const watches = targets.map((target) => {
    let isAsking = false;
    const ask = async () => {
      if (isAsking) return;
      isAsking = true;
      await check(target);
      isAsking = false;
    };
    return setInterval(() => void ask(), checkEveryMs);
  });
  await Promise.all(targets.map(check));
  const server = createServer((incoming, outgoing) => {
    const candidates = inTurn(({ takesRequests }) => takesRequests);
    const onGone = ({ name }: Target) => void obstacles.set(name, 'refuses connections');
    const keep = ({ name }: Target, cut: () => void) => {
      underWay.get(name)!.add(cut);
      outgoing.once('close', () => underWay.get(name)!.delete(cut));
    };
    forward({ incoming, outgoing, agent, candidates, onGone, keep });
  });
  server.on('upgrade', (incoming, near: Socket, head) => {
    const [target] = inTurn(({ takesSockets }) => takesSockets);
    if (target === undefined) {
      near.end('HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\n\r\n');
      return;
    }
    const far = connect(target.port, HOST, () => {
      far.write(headOf(incoming, near));
      far.write(head);
      near.pipe(far).pipe(near);
    });
    const cut = () => near.destroy();
    underWay.get(target.name)!.add(cut);
    near.once('close', () => underWay.get(target.name)!.delete(cut));
    for (const [end, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(end);
      end.on('error', () => other.destroy());
      end.on('close', () => {
        sockets.delete(end);
        other.destroy();
      });
    }
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    obstacleOf: (name) => obstacles.get(name),
    async close() {
      for (const watch of watches) clearInterval(watch);
      for (const socket of sockets) socket.destroy();
      agent.destroy();
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Undefined: ready. */
async function askReadiness(port: number): Promise<string | undefined> {
  try {
    const signal = AbortSignal.timeout(CHECK_WITHIN_MS);
    const response = await fetch(`http://${HOST}:${port}/readyz`, { signal });
    const { state } = (await response.json()) as { state: string };
    return response.ok ? undefined : state;
  } catch (error) {
    return error instanceof Error && error.name === 'TimeoutError' ? SILENT : 'does not listen';
  }
}

interface Forwarded {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  readonly agent: Agent;
  readonly candidates: readonly Target[];
  readonly onGone: (target: Target) => void;
  /** Remembers how to end the request while the target has it. */
  readonly keep: (target: Target, cut: () => void) => void;
}

/**
 * Sends the request to the first candidate. Only one that refuses the connection is followed by the next: whatever has been
 * sent may have been done, so the caller decides about a repetition.
 */
function forward(forwarded: Forwarded): void {
  const { incoming, outgoing, agent, candidates, onGone, keep } = forwarded;
  const [target, ...others] = candidates;
  if (target === undefined) {
    incoming.resume();
    return respond(outgoing, 503, 'no instance is ready');
  }
  const { method, url: path, headers } = incoming;
  const sent = request({
    host: HOST,
    port: target.port,
    method,
    path,
    agent,
    headers: forwardedHeaders(headers, incoming.socket),
    timeout: ANSWER_WITHIN_MS,
  });
  sent.on('socket', (socket) => {
    const begin = () => void incoming.pipe(sent);
    if (!socket.connecting) return begin();
    const slow = setTimeout(() => socket.destroy(notConnected()), CONNECT_WITHIN_MS);
    socket.once('connect', () => {
      clearTimeout(slow);
      begin();
    });
    socket.once('close', () => clearTimeout(slow));
  });
  sent.on('response', (response) => {
    outgoing.writeHead(response.statusCode ?? 502, withoutHops(response.headers));
    response.pipe(outgoing);
    response.on('error', () => outgoing.destroy());
  });
  const giveUp = () => void sent.destroy(new Error('no answer in time'));
  keep(target, giveUp);
  sent.on('timeout', giveUp);
  sent.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'ECONNREFUSED') {
      onGone(target);
      return forward({ ...forwarded, candidates: others });
    }
    if (outgoing.headersSent) outgoing.destroy();
    else respond(outgoing, 502, 'the instance did not answer; whether it did the work is unknown');
  });
  outgoing.on('close', () => sent.destroy());
}

const notConnected = () => Object.assign(new Error('not connected'), { code: 'ECONNREFUSED' });

function respond(outgoing: ServerResponse, status: number, why: string): void {
  if (outgoing.destroyed || outgoing.headersSent) return;
  outgoing.writeHead(status, { 'content-type': 'text/plain', 'retry-after': '1' }).end(`${why}\n`);
}

type Headers = IncomingMessage['headers'];

function withoutHops(headers: Headers): Headers {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !HOP_BY_HOP.includes(name)));
}

function forwardedHeaders(headers: Headers, socket: Socket): Headers {
  const caller = socket.remoteAddress ?? '';
  const before = [headers['x-forwarded-for'] ?? []].flat();
  return {
    ...withoutHops(headers),
    'x-forwarded-for': [...before, caller].join(', '),
    'x-forwarded-proto': 'http',
  };
}

/** The begin of the request for a WebSocket, as it is sent on. */
function headOf({ method, url, headers }: IncomingMessage, socket: Socket): string {
  const all = {
    ...forwardedHeaders(headers, socket),
    connection: 'Upgrade',
    upgrade: 'websocket',
  };
  const lines = Object.entries(all).flatMap(([name, value]) =>
    [value ?? []].flat().map((each) => `${name}: ${each}`),
  );
  return `${[`${method ?? 'GET'} ${url ?? '/'} HTTP/1.1`, ...lines].join('\r\n')}\r\n\r\n`;
}
