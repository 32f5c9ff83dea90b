/** Limits of connections: their times, how many one address may open, that a refused one really ends, and no other protocols. */
import type { IncomingMessage, RequestListener, Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { addressSubject, type LimitKey } from '../limit-key.ts';

/** Settings of Node's HTTP server, in milliseconds. */
export const CONNECTION_TIMES = {
  /** From the first byte of a request to the end of its headers. */
  headersTimeout: 10_000,
  /** How often both limits are checked. */
  connectionsCheckingInterval: 2_000,
} as const;

/** All connections of one address: an office, or the customers of a mobile carrier behind one address. */
const OPEN_MAX = 4_096;
/** Connections of one address that have not sent a complete request yet. */
const SILENT_MAX = 512;
/** How long the last answer is kept for a client that does not read it. */
const LINGER_MS = 1_000;

interface Held {
  open: number;
  silent: number;
}

export interface ConnectionLimits {
  /** Reverse proxies, which carry the connections of many clients. */
  isExempt(address: string): boolean;
  openMax?: number;
  silentMax?: number;
}

/** Ends connections above the limit of their address, before a byte is read. */
export function limitConnections(server: Server, limits: ConnectionLimits): void {
  const { isExempt, openMax = OPEN_MAX, silentMax = SILENT_MAX } = limits;
  const byKey = new Map<LimitKey, Held>();
  const counted = new WeakSet<Duplex>();
  const silent = new WeakMap<Duplex, Held>();
  const hasSpoken = ({ socket }: { socket: Duplex }) => {
    const held = silent.get(socket);
    if (held === undefined) return;
    silent.delete(socket);
    held.silent -= 1;
  };
  server.on('connection', (socket) => {
    const address = socket.remoteAddress ?? '';
    // A connection returned by `declineUpgrade` is already counted.
    if (counted.has(socket) || isExempt(address)) return;
    const key = addressSubject(address);
    const held = byKey.get(key) ?? { open: 0, silent: 0 };
    if (held.open >= openMax || held.silent >= silentMax) {
      socket.destroy();
      return;
    }
    counted.add(socket);
    byKey.set(key, held);
    held.open += 1;
    held.silent += 1;
    silent.set(socket, held);
    socket.once('close', () => {
      hasSpoken({ socket });
      held.open -= 1;
      if (held.open === 0) byKey.delete(key);
    });
  });
  server.prependListener('request', hasSpoken);
  server.prependListener('upgrade', hasSpoken);
}

/**
 * Sends the last answer of a connection and frees its descriptor even if the peer never closes; `end` alone waits for the
 * peer.
 */
export function endWith(socket: Duplex & { destroySoon?(): void }, answer: string): void {
  socket.on('error', () => socket.destroy());
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => clearTimeout(timer));
  if (socket.writable) socket.end(answer, () => socket.destroy());
  else socket.destroy();
}

/** Pipelined requests on one connection. Browsers send one at a time, programs a few. */
const PIPELINED_MAX = 32;

/**
 * Ends a connection that sends many requests without waiting for answers: two thousand fit into one packet, which is
 * parsed in one turn.
 */
export function boundPipelines(server: Server): void {
  const underWay = new WeakMap<Socket, number>();
  const listeners = server.listeners('request') as RequestListener[];
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    const { socket } = request;
    const count = (underWay.get(socket) ?? 0) + 1;
    if (socket.destroyed || count > PIPELINED_MAX) {
      socket.destroy();
      return;
    }
    underWay.set(socket, count);
    response.once('close', () => underWay.set(socket, underWay.get(socket)! - 1));
    for (const listener of listeners) listener.call(server, request, response);
  });
}

/** The headers of an offer, such as of HTTP/2, in an ordinary request. */
const OFFER = ['connection', 'upgrade', 'http2-settings'];

/**
 * Answers requests that offer another protocol as plain HTTP (RFC 9110 §7.8): returns the request to the server without
 * the offer. Once there is an upgrade listener, Node no longer answers such requests. `head` is the data after the
 * headers.
 */
export function declineUpgrade(
  server: Server,
  { request, stream, head }: { request: IncomingMessage; stream: Duplex; head: Buffer },
): void {
  const { method, url, httpVersion, rawHeaders } = request;
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!;
    if (!OFFER.includes(name.toLowerCase())) lines.push(`${name}: ${rawHeaders[at + 1]}`);
  }
  if (/\bclose\b/i.test(request.headers.connection ?? '')) lines.push('connection: close');
  stream.unshift(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), head]));
  server.emit('connection', stream);
}
