/** Whose address a request carries: the other end's, or what a trusted proxy says of it. */
import type { IncomingMessage } from 'node:http';
import proxyAddress from '@fastify/proxy-addr';
import type { FastifyRequest } from 'fastify';

/** Whether a proxy can be named so: an address, a range such as `10.0.0.0/8`, or `loopback`. */
export function isProxyName(text: string): boolean {
  try {
    proxyAddress.compile([text]);
    return true;
  } catch {
    return false;
  }
}

/** Whether an address at the other end of a connection is that of a trusted proxy. */
export function trustedProxy(trustedProxies: readonly string[]): (address: string) => boolean {
  const isTrusted = proxyAddress.compile([...trustedProxies]);
  return (address) => address !== '' && isTrusted(address, 0);
}

/** How IPv6 writes an IPv4 address (RFC 4291 §2.5.5.2). */
const MAPPED = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/i;

/** The address as people write it: `::ffff:203.0.113.7` is 203.0.113.7. */
export function plainAddress(address: string): string {
  return MAPPED.exec(address)?.[1] ?? address;
}

/** The caller of a request; the framework asks the same proxies as `callerAddress` does. */
export function requestAddress(request: FastifyRequest): string {
  return plainAddress(request.ip);
}

/**
 * Reads the caller's address. Only proxies in the list are believed: anyone else could write any
 * address into `X-Forwarded-For` and so escape the limits per address.
 */
export function callerAddress(
  trustedProxies: readonly string[],
): (request: IncomingMessage) => string {
  const isTrusted = proxyAddress.compile([...trustedProxies]);
  return (request) => plainAddress(proxyAddress(request, isTrusted) ?? '');
}
