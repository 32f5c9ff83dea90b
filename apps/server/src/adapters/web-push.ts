/** Sends push messages to browsers: encrypted for the device (RFC 8291), signed for the push service (RFC 8292). */
import webPush from 'web-push';
import type { PushSender, PushServices } from '../kernel/messaging/channels.ts';
import { fetch } from '../platform/http/fetch.ts';

/**
 * The push services of Chrome, Firefox, Edge and Safari. Members give the endpoint, so a list keeps the server from calling
 * addresses of its own network.
 */
const SERVICES = [
  'https://fcm.googleapis.com',
  'https://*.push.services.mozilla.com',
  'https://*.notify.windows.com',
  'https://*.push.apple.com',
];

const TIMEOUT_MS = 10_000;

export const webPushServices: PushServices = {
  makeKeys: () => webPush.generateVAPIDKeys(),
  connect: (deps) => createPushSender({ ...deps, services: [...SERVICES, ...deps.moreServices] }),
};

function createPushSender(
  deps: Parameters<PushServices['connect']>[0] & { services: readonly string[] },
): PushSender {
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
