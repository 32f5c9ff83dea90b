/** Security headers of every answer. */
import type { FastifyReply, FastifyRequest } from 'fastify';

/** One year; without subdomains, which may not be ours. */
const TRANSPORT = 'max-age=31536000';

/** Features that the apps never use; others keep the browser's default. */
const PERMISSIONS = [
  'accelerometer',
  'autoplay',
  'browsing-topics',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'publickey-credentials-get',
  'serial',
  'usb',
]
  .map((name) => `${name}=()`)
  .join(', ');

const permissionsWith = (...names: readonly string[]): string =>
  names.reduce((all, name) => all.replace(`${name}=()`, `${name}=(self)`), PERMISSIONS);

/** The members' app photographs documents, finds where the member is, and logs in by passkey. */
export const APP_PERMISSIONS = permissionsWith(
  'camera',
  'geolocation',
  'publickey-credentials-get',
);

/** Operators log in by passkey. Nothing else of ours does any of it. */
export const CONSOLE_PERMISSIONS = permissionsWith('publickey-credentials-get');

/** HSTS only over TLS, terminated here or by a trusted proxy: browsers ignore it over plain HTTP (RFC 6797 §7.2). */
export function addSecurityHeaders(request: FastifyRequest, reply: FastifyReply): void {
  reply
    .header('x-content-type-options', 'nosniff')
    .header('referrer-policy', 'no-referrer')
    .header('cross-origin-opener-policy', 'same-origin');
  // The page of the app has its own.
  if (!reply.hasHeader('permissions-policy')) reply.header('permissions-policy', PERMISSIONS);
  if (request.protocol === 'https') reply.header('strict-transport-security', TRANSPORT);
}
