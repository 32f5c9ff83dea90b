/** Answers requests that offer another protocol as plain HTTP (RFC 9110 §7.8). */
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';

/** The headers of an offer, such as of HTTP/2, in an ordinary request. */
const OFFER = ['connection', 'upgrade', 'http2-settings'];

/**
 * Returns the request to the server without the offer: once there is an upgrade listener, Node no longer answers such
 * requests. `head` is the data after the headers.
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
