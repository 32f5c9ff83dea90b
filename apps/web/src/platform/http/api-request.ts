/** A call as HTTP: URL, headers and body, and the answer. */

const API_ROOT = '/api';

export interface ApiRequest {
  url: string;
  method: string;
  headers: Readonly<Record<string, string>>;
  body?: string;
}

export interface TransportRequest extends ApiRequest {
  signal: AbortSignal;
}

export interface ApiResponse {
  status: number;
  body: string;
}

/** The session, and the language (prefix, for example `jp`). */
export interface Caller {
  token: string | undefined;
  language: string;
  /** For calls that move money: the same key for every retry of an attempt. */
  idempotencyKey?: string | undefined;
  /** The confirmation of this call by a second factor. */
  confirmation?: string | undefined;
}

/** Builds a call's request, for example of `'POST /base/login'`, with its input in the query or the body. */
export function buildRequest(name: string, input: object, caller: Caller): ApiRequest {
  const [method = 'GET', path = ''] = name.split(' ');
  const hasBody = method === 'POST' || method === 'PUT';
  return {
    url: API_ROOT + path + (hasBody ? '' : queryOf(input)),
    method,
    headers: headersOf(caller),
    ...(hasBody ? { body: JSON.stringify(input) } : {}),
  };
}

/** @throws the network error, or the reason of `signal` */
export async function sendRequest(
  { url, ...request }: ApiRequest,
  signal?: AbortSignal,
): Promise<ApiResponse> {
  const init: RequestInit = { ...request, cache: 'no-store', ...(signal ? { signal } : {}) };
  const response = await fetch(url, init);
  // The limit covers the whole answer, not only its first byte.
  return { status: response.status, body: await response.text() };
}

function headersOf({
  token,
  language,
  idempotencyKey,
  confirmation,
}: Caller): Record<string, string> {
  return {
    'Content-Type': 'application/json',
    lang: language,
    ...(token === undefined ? {} : { 'X-Token': token }),
    ...(idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey }),
    ...(confirmation === undefined ? {} : { 'X-Confirmation': confirmation }),
  };
}

function queryOf(input: object): string {
  const given = Object.entries(input).filter(([, value]) => value !== undefined);
  if (given.length === 0) return '';
  return `?${new URLSearchParams(given.map(([key, value]) => [key, String(value)]))}`;
}
