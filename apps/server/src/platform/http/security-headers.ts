/** Headers that every answer carries: what a browser may do with it, and that it comes by TLS from now on. */
import type { FastifyReply, FastifyRequest } from 'fastify';

/** One year; subdomains are not ours to decide about. */
const TRANSPORT = 'max-age=31536000';

/** Nothing of ours asks for a camera, a place or a payment; what is not named stays as the browser has it. */
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

/** HSTS only by TLS, ended here or by a trusted proxy that says so: by plain HTTP browsers ignore it (RFC 6797 §7.2). */
export function addSecurityHeaders(request: FastifyRequest, reply: FastifyReply): void {
  reply
    .header('x-content-type-options', 'nosniff')
    .header('referrer-policy', 'no-referrer')
    .header('permissions-policy', PERMISSIONS)
    .header('cross-origin-opener-policy', 'same-origin');
  if (request.protocol === 'https') reply.header('strict-transport-security', TRANSPORT);
}
