/** Sends SMS through gateways that take a JSON request over HTTP. */
import type { Sms } from '../kernel/messaging/channels.ts';
import { fetch } from '../platform/http/fetch.ts';

export interface SmsGatewaySettings {
  /** Receives `POST {to, text}` and answers 2xx when it has accepted the message. */
  url: string;
  /** Sent as a bearer token when given. */
  token?: string | undefined;
}

const TIMEOUT_MS = 10_000;

export function createHttpSms(settings: SmsGatewaySettings): Sms {
  return {
    async send(message) {
      const headers: Record<string, string> = { 'content-type': 'application/json' };
      if (settings.token !== undefined) headers['authorization'] = `Bearer ${settings.token}`;
      const answer = await fetch(settings.url, {
        method: 'POST',
        headers,
        body: JSON.stringify({ to: message.to, text: message.body }),
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      await answer.body?.cancel();
      if (!answer.ok) throw new Error(`the SMS gateway answered ${answer.status}`);
    },
  };
}
