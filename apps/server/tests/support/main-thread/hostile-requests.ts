/** Requests that try to block the main thread: every route, every header the server reads, query, body. */
import type { AnyCall } from '@tern/protocol';
import type { AnyOperatorCall } from '@tern/protocol/operator';
import { isQueryCall } from '../api-client.ts';
import { hostileText, pick, wellFormed } from './hostile-texts.ts';

/** A request that can be repeated. */
export interface HostileRequest {
  /** For the report: "POST /base/login, field username". */
  name: string;
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string | undefined;
}

/** Node accepts 16 KiB of headers in all. */
const HEADER_LENGTH = 14_000;
/** The server accepts 64 KiB. */
const BODY_LENGTH = 60_000;

/** All headers that the server, its router or its file server reads. */
const READ_HEADERS = [
  'accept-language',
  'accept-encoding',
  'cookie',
  'if-none-match',
  'if-modified-since',
  'range',
  'lang',
  'x-token',
  'idempotency-key',
  'content-type',
  'x-forwarded-for',
  'x-forwarded-proto',
  'x-forwarded-host',
  'origin',
  'accept',
  'authorization',
  'user-agent',
  'referer',
  'expect',
  'te',
] as const;

type Chance = () => number;

/** One header of a page or call is long. */
export function hostileHeader(chance: Chance, path: string, method = 'GET'): HostileRequest {
  const name = pick(chance, READ_HEADERS);
  const text = hostileText(chance, HEADER_LENGTH, 'header');
  return { name: `${method} ${path}, header ${name}`, method, path, headers: { [name]: text } };
}

/** The address itself is long: its path, its query, or both. */
export function hostileAddress(chance: Chance, path: string, method = 'GET'): HostileRequest {
  const text = encodeURI(hostileText(chance, HEADER_LENGTH / 3, 'header')).slice(0, HEADER_LENGTH);
  const where = pick(chance, ['query', 'path', 'name', 'raw']);
  const address = {
    query: `${path}?symbol=${text}`,
    path: `${path}/${text.replaceAll('?', '')}`,
    name: `${path}?${text}`,
    raw: `${path}?${'a=1&'.repeat(HEADER_LENGTH / 4)}`,
  }[where]!;
  return { name: `${method} ${path}, address by ${where}`, method, path: address, headers: {} };
}

interface Bounded {
  maxLength?: number;
}

/** One field of a call is long, the others are valid. */
export function hostileField(
  chance: Chance,
  call: AnyCall | AnyOperatorCall,
  right: Record<string, unknown>,
): HostileRequest {
  const { properties = {} } = call.input as { properties?: Record<string, Bounded> };
  const fields = Object.keys(properties);
  const field = fields.length === 0 ? 'extra' : pick(chance, fields);
  const name = `${call.method} ${call.path}, field ${field}`;
  const path = `/api${call.path}`;
  if (isQueryCall(call)) {
    const text = wellFormed(hostileText(chance, HEADER_LENGTH / 3, 'any'));
    const query = new URLSearchParams({ ...(right as Record<string, string>), [field]: text });
    return {
      name,
      method: call.method,
      path: `${path}?${query}`.slice(0, HEADER_LENGTH),
      headers: {},
    };
  }
  const length = (('bodyBytesMax' in call ? call.bodyBytesMax : undefined) ?? BODY_LENGTH) * 0.9;
  const longest = properties[field]?.maxLength;
  // As long as is accepted, so that the text is worked on.
  const value =
    longest !== undefined && chance() < 0.5
      ? JSON.stringify(hostileText(chance, longest, 'any').slice(0, longest))
      : hostileValue(chance, length);
  const body = `${JSON.stringify(right).slice(0, -1)}${Object.keys(right).length > 0 ? ',' : ''}${JSON.stringify(field)}:${value}}`;
  return { name, method: call.method, path, headers: { 'content-type': 'application/json' }, body };
}

/** JSON of about this many characters: long, deep, wide, or one endless number. */
function hostileValue(chance: Chance, length: number): string {
  const whole = Math.floor(length);
  const deep = Math.floor(whole / 6);
  switch (
    pick(chance, ['text', 'text', 'text', 'number', 'arrays', 'objects', 'list', 'keys', 'escapes'])
  ) {
    case 'text':
      return JSON.stringify(hostileText(chance, whole, 'any'));
    case 'number':
      return `${'9'.repeat(whole)}.${'9'.repeat(100)}e${'9'.repeat(5)}`;
    case 'arrays':
      return '['.repeat(deep) + ']'.repeat(deep);
    case 'objects':
      return `${'{"a":'.repeat(deep)}1${'}'.repeat(deep)}`;
    case 'list':
      return `[${Array.from({ length: Math.floor(whole / 8) }, (_each, at) => at).join(',')}]`;
    case 'keys':
      return `{${Array.from({ length: Math.floor(whole / 14) }, (_each, at) => `"k${at}":1`).join(',')}}`;
    default:
      return `"${'\\u0041'.repeat(Math.floor(whole / 6))}"`;
  }
}

/** The same for calls that accept any body: programs' calls and forms. */
export function hostileBody(chance: Chance, path: string, method = 'POST'): HostileRequest {
  const type = pick(chance, [
    'application/json',
    'application/x-www-form-urlencoded',
    'text/plain',
    'multipart/form-data; boundary=a',
  ]);
  const body =
    type === 'application/json'
      ? hostileValue(chance, BODY_LENGTH)
      : wellFormed(hostileText(chance, BODY_LENGTH / 3, 'any'));
  return {
    name: `${method} ${path}, body ${type}`,
    method,
    path,
    headers: { 'content-type': type },
    body,
  };
}
