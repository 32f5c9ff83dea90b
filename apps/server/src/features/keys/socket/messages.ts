/** Messages from programs on the private socket. */
import type { IncomingMessage } from 'node:http';
import type { Credentials } from '../access/authorization.ts';

export interface Message {
  action: unknown;
  ch: unknown;
  params: unknown;
  data: unknown;
}

/** Undefined for anything but a JSON object. */
export function parsed(text: string): Message | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null) return undefined;
    const { action, ch, params, data } = value as Record<string, unknown>;
    return { action, ch, params, data };
  } catch {
    return undefined;
  }
}

const SIGNED = ['accessKey', 'signatureMethod', 'signatureVersion', 'timestamp'] as const;
const PATH = '/ws/v2';

export interface SocketCaller {
  request: IncomingMessage;
  address: string;
}

/**
 * The credentials of an authentication; undefined when something is missing. Without TLS, some clients sign the whole
 * URL instead of the path: that is accepted too.
 */
export function socketCredentials(
  params: unknown,
  { request, address }: SocketCaller,
): Credentials | undefined {
  if (typeof params !== 'object' || params === null) return undefined;
  const given = params as Record<string, unknown>;
  if (given['signatureMethod'] !== 'HmacSHA256' || given['signatureVersion'] !== '2.1') {
    return undefined;
  }
  const texts = [...SIGNED, 'signature'].map((name) => given[name]);
  if (!texts.every((value): value is string => typeof value === 'string')) return undefined;
  const [accessKey = '', , , timestamp = '', signature = ''] = texts;
  const host = request.headers.host ?? '';
  return {
    accessKey,
    timestamp,
    address,
    request: {
      method: 'GET',
      host,
      paths: [PATH, `ws://${host}${PATH}`],
      parameters: SIGNED.map((name) => `${name}=${encodeURIComponent(String(given[name]))}`),
      signature,
    },
  };
}
