/** Messages from programs on the private socket: their form, credentials and channel names. */
import type { IncomingMessage } from 'node:http';
import type { InstrumentRegistry } from '../../../../../kernel/catalog/instruments.ts';
import type { Credentials } from '../../../keys/index.ts';

export interface Message {
  action: unknown;
  ch: unknown;
  params: unknown;
  data: unknown;
  seqNum: unknown;
}

/** Undefined for anything but a JSON object. */
export function parsed(text: string): Message | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null) return undefined;
    const { action, ch, params, data, seqNum } = value as Record<string, unknown>;
    return { action, ch, params, data, seqNum };
  } catch {
    return undefined;
  }
}

/** The number from which a client asks for what it missed; undefined: for nothing. */
export function seqNumIn({ seqNum }: Message): number | 'invalid' | undefined {
  if (seqNum === undefined || seqNum === null) return undefined;
  const number = Number(seqNum);
  return /^\d{1,15}$/.test(String(seqNum as string | number)) ? number : 'invalid';
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

/** `symbol` undefined means `*`: all symbols. */
export type Channel =
  | { kind: 'orders'; symbol: string | undefined }
  | { kind: 'clearing'; symbol: string | undefined; mode: 0 | 1 }
  | { kind: 'accounts'; mode: 0 | 1 | 2 };

/** HTX's errors for an invalid channel name. */
export type ChannelFault = 'invalid.ch' | 'invalid.symbol';

const ORDERS = /^orders#([a-z0-9]{2,20}|\*)$/;
const CLEARING = /^trade\.clearing#([a-z0-9]{2,20}|\*)(?:#([01]))?$/;
const ACCOUNTS = /^accounts\.update(?:#([012]))?$/;

export function channelOf(
  name: unknown,
  instruments: Pick<InstrumentRegistry, 'find'>,
): Channel | ChannelFault {
  if (typeof name !== 'string') return 'invalid.ch';
  const accounts = ACCOUNTS.exec(name);
  if (accounts !== null) return { kind: 'accounts', mode: Number(accounts[1] ?? 0) as 0 | 1 | 2 };
  const [, given, mode] = ORDERS.exec(name) ?? CLEARING.exec(name) ?? [];
  if (given === undefined) return 'invalid.ch';
  const symbol = given === '*' ? undefined : given;
  if (symbol !== undefined && instruments.find(symbol) === undefined) return 'invalid.symbol';
  return name.startsWith('orders')
    ? { kind: 'orders', symbol }
    : { kind: 'clearing', symbol, mode: Number(mode ?? 0) as 0 | 1 };
}
