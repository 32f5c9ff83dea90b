/** The network address of a caller: the peer's, or the one forwarded by a trusted proxy. */
import type { IncomingMessage } from 'node:http';
import proxyAddress from '@fastify/proxy-addr';
import type { FastifyRequest } from 'fastify';

/** Whether the text is a valid proxy name: an address, a range such as `10.0.0.0/8`, or `loopback`. */
export function isProxyName(text: string): boolean {
  try {
    proxyAddress.compile([text]);
    return true;
  } catch {
    return false;
  }
}

/** Whether a peer's address belongs to a trusted proxy. */
export function trustedProxy(trustedProxies: readonly string[]): (address: string) => boolean {
  const isTrusted = proxyAddress.compile([...trustedProxies]);
  return (address) => address !== '' && isTrusted(address, 0);
}

/** An IPv4-mapped IPv6 address (RFC 4291 §2.5.5.2). */
const MAPPED = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/i;

/** Without the IPv6 mapping: `::ffff:203.0.113.7` is 203.0.113.7. */
export function plainAddress(address: string): string {
  return MAPPED.exec(address)?.[1] ?? address;
}

/** The address of a request's caller; Fastify trusts the same proxies as `callerAddress`. */
export function requestAddress(request: FastifyRequest): string {
  return plainAddress(request.ip);
}

/**
 * Reads the caller's address. Only listed proxies are trusted: any other caller could put any address into
 * `X-Forwarded-For` to escape the limits per address.
 */
export function callerAddress(
  trustedProxies: readonly string[],
): (request: IncomingMessage) => string {
  const isTrusted = proxyAddress.compile([...trustedProxies]);
  return (request) => plainAddress(proxyAddress(request, isTrusted) ?? '');
}
