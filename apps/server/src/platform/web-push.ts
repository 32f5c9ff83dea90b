/** Sends push messages to browsers: encrypted for the device (RFC 8291), signed for the push service (RFC 8292). */
import webPush from 'web-push';
import { fetch } from './http/fetch.ts';

/** A subscription as the browser gives it; the keys are base64url. */
export interface PushTarget {
  /** An address of the browser's push service. */
  endpoint: string;
  p256dh: string;
  auth: string;
}

export interface VapidKeys {
  /** Base64url of an uncompressed P-256 point. */
  publicKey: string;
  privateKey: string;
}

export interface PushMessage {
  /** At most about 3 KB. */
  payload: string;
  /** How long the service may store it, in seconds. */
  ttlSeconds: number;
  isUrgent: boolean;
  /** A later message of the same topic replaces a stored one; at most 32 base64url characters. */
  topic: string;
}

export interface PushSender {
  /** Whether the endpoint belongs to a push service that this deployment uses. */
  allows(endpoint: string): boolean;
  /**
   * `gone`: the device no longer takes messages; `refused`: the service will never take this one.
   * @throws Error when the service did not answer or asks to try later
   */
  send(target: PushTarget, message: PushMessage): Promise<'sent' | 'gone' | 'refused'>;
}

/**
 * The push services of Chrome, Firefox, Edge and Safari. Members give the endpoint, so a list keeps the program from calling
 * addresses of its own network.
 */
export const pushServices: readonly string[] = [
  'https://fcm.googleapis.com',
  'https://*.push.services.mozilla.com',
  'https://*.notify.windows.com',
  'https://*.push.apple.com',
];

const TIMEOUT_MS = 10_000;
const KEY_BYTES = 65;
const AUTH_BYTES = 16;

export const makeVapidKeys = (): VapidKeys => webPush.generateVAPIDKeys();

/** Whether the keys have the lengths that encryption needs. */
export function isUsableTarget({ p256dh, auth }: Pick<PushTarget, 'p256dh' | 'auth'>): boolean {
  const key = Buffer.from(p256dh, 'base64url');
  return (
    key.length === KEY_BYTES && key[0] === 4 && Buffer.from(auth, 'base64url').length >= AUTH_BYTES
  );
}

/** `subject`: the address of this deployment, for the push service's staff. */
export function createPushSender(deps: {
  keys: () => VapidKeys;
  subject: string;
  services: readonly string[];
}): PushSender {
  const { keys, subject, services } = deps;
  const patterns = services.map(patternOf);
  return {
    allows: (endpoint) =>
      URL.canParse(endpoint) &&
      new URL(endpoint).username === '' &&
      patterns.some((pattern) => pattern.test(new URL(endpoint).origin)),
    async send(target, message) {
      const { endpoint, p256dh, auth } = target;
      const subscription = { endpoint, keys: { p256dh, auth } };
      const request = webPush.generateRequestDetails(subscription, message.payload, {
        vapidDetails: { subject, ...keys() },
        TTL: message.ttlSeconds,
        urgency: message.isUrgent ? 'high' : 'normal',
        topic: message.topic,
        contentEncoding: 'aes128gcm',
      });
      const { 'Content-Length': _length, ...headers } = request.headers as Record<string, string>;
      const answer = await fetch(request.endpoint, {
        method: 'POST',
        headers,
        body: new Uint8Array(request.body),
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      await answer.body?.cancel();
      if (answer.ok) return 'sent';
      if (answer.status === 404 || answer.status === 410) return 'gone';
      if (isPermanent(answer.status)) return 'refused';
      throw new Error(`the push service answered ${answer.status}`);
    },
  };
}

/** Too many requests and faults of the service pass; faults of the message do not. */
const isPermanent = (status: number) => status >= 400 && status < 500 && status !== 429;

/** `https://*.example.com` stands for every host below example.com. */
function patternOf(service: string): RegExp {
  const escaped = service.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replace('*', '[a-z0-9.-]+')}$`);
}
