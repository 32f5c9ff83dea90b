/** HTX's request signature: HMAC-SHA256 over method, host, path and query with the key's secret. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { MINUTE_MS } from '../../../platform/durations.ts';

/** What a program claims to have signed; untrusted until the signature is checked. */
export interface SignedRequest {
  method: string;
  /** As in the `Host` header, with its port. */
  host: string;
  /** Accepted spellings of the path. */
  paths: readonly string[];
  /** The signed parameters as sent, still encoded: `name=value`. */
  parameters: readonly string[];
  /** Base64. */
  signature: string;
}

/** How far a client's clock may be ahead of or behind ours. */
const CLOCK_TOLERANCE_MS = 5 * MINUTE_MS;
const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/;

/** True for a UTC time `YYYY-MM-DDThh:mm:ss` within five minutes of now. */
export function isTimely(timestamp: string, now: number): boolean {
  if (!TIMESTAMP.test(timestamp)) return false;
  // A day that does not exist gives NaN, and the comparison is false.
  return Math.abs(Date.parse(`${timestamp}Z`) - now) <= CLOCK_TOLERANCE_MS;
}

/**
 * True when the secret made the signature. Clients differ in what they sign, so several forms are accepted: parameters
 * as received or re-encoded as HTX does, in the order received or in ASCII order, the host with or without its port, and
 * "http:", which one client uses as the host without TLS. None of these changes the request (ADR 21).
 */
export function isSignedWith(secret: string, request: SignedRequest): boolean {
  const given = Buffer.from(request.signature, 'base64');
  for (const payload of payloads(request)) {
    const right = createHmac('sha256', secret).update(payload).digest();
    if (given.length === right.length && timingSafeEqual(given, right)) return true;
  }
  return false;
}

/** Lazily, the most common form first. */
function* payloads({ method, host, paths, parameters }: SignedRequest): Generator<string> {
  const hosts = [host.toLowerCase(), host.toLowerCase().replace(/:\d+$/, ''), 'http:'];
  const seen = new Set<string>();
  for (const encode of [(each: string) => each, reencoded]) {
    const encoded = parameters.map(encode);
    for (const query of [encoded.join('&'), encoded.toSorted(byAscii).join('&')]) {
      if (seen.has(query)) continue;
      seen.add(query);
      for (const path of paths) {
        for (const each of hosts) yield [method, each, path, query].join('\n');
      }
    }
  }
}

/** Some programs sign `%3A` and send a colon: HTX decodes and re-encodes each parameter before it compares. */
function reencoded(parameter: string): string {
  const [pair] = new URLSearchParams(parameter);
  return pair === undefined ? parameter : pair.map(percentEncoded).join('=');
}

const percentEncoded = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (mark) => {
    return `%${mark.charCodeAt(0).toString(16).toUpperCase()}`;
  });

const byAscii = (left: string, right: string) => (left < right ? -1 : left > right ? 1 : 0);
