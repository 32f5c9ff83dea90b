/** HTX's signature: HMAC-SHA256 over method, host, path and query, by the secret of a key. */
import { createHmac, timingSafeEqual } from 'node:crypto';

/** What a program signed, as it says; nothing of it is believed before the signature is checked. */
export interface SignedRequest {
  method: string;
  /** As in the `Host` header, with its port. */
  host: string;
  /** Any of these may have been signed in place of the path. */
  paths: readonly string[];
  /** The signed parameters as sent, still encoded: `name=value`. */
  parameters: readonly string[];
  /** Base64. */
  signature: string;
}

/** How far a client's clock may be from ours, both ways. */
const CLOCK_TOLERANCE_MS = 5 * 60_000;
const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/;

/** True for a UTC time `YYYY-MM-DDThh:mm:ss` within five minutes of now. */
export function isTimely(timestamp: string, now: number): boolean {
  if (!TIMESTAMP.test(timestamp)) return false;
  // Not a number for a day that does not exist, which is near nothing.
  return Math.abs(Date.parse(`${timestamp}Z`) - now) <= CLOCK_TOLERANCE_MS;
}

/**
 * True when the secret made the signature. Parameters count as received and as HTX writes them itself, in the order
 * received and in ASCII order, the host with and without its port, and as the scheme that one client takes for the
 * host where there is no TLS: clients differ, and none of it changes what is asked for (ADR 21).
 */
export function isSignedWith(secret: string, request: SignedRequest): boolean {
  const given = Buffer.from(request.signature, 'base64');
  for (const payload of payloads(request)) {
    const right = createHmac('sha256', secret).update(payload).digest();
    if (given.length === right.length && timingSafeEqual(given, right)) return true;
  }
  return false;
}

/** What most clients sign comes first; what few do is not even written for the others. */
function* payloads({ method, host, paths, parameters }: SignedRequest): Generator<string> {
  const hosts = [host.toLowerCase(), host.toLowerCase().replace(/:\d+$/, ''), 'http:'];
  const seen = new Set<string>();
  for (const written of [(each: string) => each, rewritten]) {
    const ways = parameters.map(written);
    for (const query of [ways.join('&'), ways.toSorted(byAscii).join('&')]) {
      if (seen.has(query)) continue;
      seen.add(query);
      for (const path of paths) {
        for (const each of hosts) yield [method, each, path, query].join('\n');
      }
    }
  }
}

/** Some programs sign `%3A` and send a colon: HTX reads the parameter and writes it anew before it compares. */
function rewritten(parameter: string): string {
  const [pair] = new URLSearchParams(parameter);
  return pair === undefined ? parameter : pair.map(percentEncoded).join('=');
}

const percentEncoded = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (mark) => {
    return `%${mark.charCodeAt(0).toString(16).toUpperCase()}`;
  });

const byAscii = (left: string, right: string) => (left < right ? -1 : left > right ? 1 : 0);

/** The parameters of a raw query but the signature itself. */
export function signedParameters(rawQuery: string): string[] {
  return rawQuery.split('&').filter((each) => each !== '' && !each.startsWith('Signature='));
}
