/** The only way to the server's calls: typed by name, with session, language and a time limit (spec §7). */
import type { Answer, Input, Name, Output } from '@tern/protocol/client';
import { CallError } from './call-error.ts';

/** spec §9 */
const REQUEST_LIMIT_MS = 20_000;
const API_ROOT = '/api';

/** What the storeys above lend to every request. */
export interface CallSetup {
  token: () => string | undefined;
  /** Language prefix, for example `jp`. */
  language: () => string;
  /** Told of every refusal before the caller is; ends sessions in one place. */
  onRefused: (error: CallError, token: string | undefined) => void;
}

let setup: CallSetup = { token: () => undefined, language: () => 'en', onRefused: () => {} };

export function setUpCalls(given: CallSetup): void {
  setup = given;
}

/** A request as it goes out. */
export interface Exchange {
  url: string;
  method: string;
  headers: Readonly<Record<string, string>>;
  body?: string;
  signal: AbortSignal;
}

interface Received {
  status: number;
  body: string;
}

/** Carries a request there and its whole answer back. */
export type Transport = (exchange: Exchange) => Promise<Received>;

export interface CallOptions {
  signal?: AbortSignal | undefined;
  /** Instead of the usual one: `reportingProgress` for large bodies. */
  transport?: Transport;
  limitMs?: number;
  /** For calls that move money: the same key for the same attempt, also when it is sent again. */
  idempotencyKey?: string;
}

/**
 * Sends one call and gives its data.
 * Fails with: `CallError`; an `AbortError` when `signal` is aborted by the caller.
 */
export async function call<N extends Name>(
  name: N,
  input: Input<N>,
  options: CallOptions = {},
): Promise<Output<N>> {
  const token = setup.token();
  const answer = readAnswer(name, await send(name, input, { ...options, token }));
  if (answer.code === 0) return answer.data as Output<N>;
  const { code, msg, data } = answer;
  const error = new CallError(name, { kind: 'refused', code, msg, data });
  setup.onRefused(error, token);
  throw error;
}

interface Sending extends CallOptions {
  token: string | undefined;
}

const overFetch: Transport = async ({ url, ...request }) => {
  const response = await fetch(url, { ...request, cache: 'no-store' });
  // The limit holds for the whole answer, not for its first byte.
  return { status: response.status, body: await response.text() };
};

async function send(name: string, input: object, sending: Sending): Promise<Received> {
  const [method = 'GET', path = ''] = name.split(' ');
  const hasBody = method === 'POST' || method === 'PUT';
  const limit = new AbortController();
  const { transport = overFetch, limitMs = REQUEST_LIMIT_MS } = sending;
  const timer = setTimeout(() => limit.abort(), limitMs);
  try {
    return await transport({
      url: API_ROOT + path + (hasBody ? '' : queryOf(input)),
      method,
      headers: headersOf(sending),
      signal: sending.signal ? AbortSignal.any([sending.signal, limit.signal]) : limit.signal,
      ...(hasBody ? { body: JSON.stringify(input) } : {}),
    });
  } catch (cause) {
    if (sending.signal?.aborted) throw cause;
    const kind = limit.signal.aborted ? 'timeout' : 'network';
    throw new CallError(name, { kind, isOffline: !navigator.onLine });
  } finally {
    clearTimeout(timer);
  }
}

function headersOf({ token, idempotencyKey }: Sending): Record<string, string> {
  return {
    'Content-Type': 'application/json',
    lang: setup.language(),
    ...(token === undefined ? {} : { 'X-Token': token }),
    ...(idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey }),
  };
}

function queryOf(input: object): string {
  const given = Object.entries(input).filter(([, value]) => value !== undefined);
  if (given.length === 0) return '';
  return `?${new URLSearchParams(given.map(([key, value]) => [key, String(value)]))}`;
}

function readAnswer(name: string, { status, body }: Received): Answer {
  let answer: Partial<Answer> | undefined;
  try {
    answer = JSON.parse(body) as Partial<Answer>;
  } catch {
    answer = undefined;
  }
  if (status === 200 && typeof answer?.code === 'number') return answer as Answer;
  const msg = typeof answer?.msg === 'string' ? answer.msg : '';
  throw new CallError(name, { kind: 'status', code: answer?.code ?? 0, msg });
}
