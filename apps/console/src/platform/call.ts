/** Sends typed calls to the server, with the session token and a timeout. */
import type {
  Answer,
  OperatorCallName,
  OperatorInput,
  OperatorOutput,
} from '@tern/protocol/operator/client';
import { noteServerTime } from './now.ts';

const REQUEST_LIMIT_MS = 20_000;
const API_ROOT = '/api';

/**
 * `refused`: the server returned a non-zero code. `failed`: there was no valid response, so the call
 * may or may not have taken effect.
 */
export type CallErrorKind = 'refused' | 'failed';

export class CallError extends Error {
  readonly kind: CallErrorKind;
  /** The refusal's code; 0 if there is none. */
  readonly code: number;
  /** The server's message. */
  readonly msg: string;

  constructor(kind: CallErrorKind, { code = 0, msg = '' } = {}) {
    super(`${kind} ${code} ${msg}`.trim());
    this.name = 'CallError';
    this.kind = kind;
    this.code = code;
    this.msg = msg;
  }
}

/** Set by the layers above. */
export interface CallSetup {
  token: () => string | undefined;
  /** Runs for every refusal, before the caller sees it: the one place that ends sessions. */
  onRefused: (error: CallError, token: string | undefined) => void;
}

let setup: CallSetup = { token: () => undefined, onRefused: () => {} };

export function setUpCalls(given: CallSetup): void {
  setup = given;
}

/** Sends one call and returns its data. @throws `CallError` */
export async function call<N extends OperatorCallName>(
  name: N,
  input: OperatorInput<N>,
): Promise<OperatorOutput<N>> {
  const token = setup.token();
  const answer = readAnswer(await send(name, input as object, token));
  if (answer.code === 0) return answer.data as OperatorOutput<N>;
  const error = new CallError('refused', { code: answer.code, msg: answer.msg });
  setup.onRefused(error, token);
  throw error;
}

async function send(name: string, input: object, token: string | undefined): Promise<string> {
  const [method = 'GET', path = ''] = name.split(' ');
  const hasBody = method === 'POST';
  try {
    const response = await fetch(API_ROOT + path + (hasBody ? '' : queryOf(input)), {
      method,
      headers: {
        'Content-Type': 'application/json',
        lang: 'en',
        ...(token === undefined ? {} : { 'X-Token': token }),
      },
      cache: 'no-store',
      signal: AbortSignal.timeout(REQUEST_LIMIT_MS),
      ...(hasBody ? { body: JSON.stringify(input) } : {}),
    });
    noteServerTime(response.headers.get('date'));
    // The timeout covers the whole response, not only its headers.
    return await response.text();
  } catch {
    throw new CallError('failed');
  }
}

function queryOf(input: object): string {
  const given = Object.entries(input).filter(([, value]) => value !== undefined && value !== '');
  if (given.length === 0) return '';
  return `?${new URLSearchParams(given.map(([key, value]) => [key, String(value)]))}`;
}

function readAnswer(body: string): Answer {
  try {
    const answer = JSON.parse(body) as Partial<Answer>;
    if (typeof answer.code === 'number') return answer as Answer;
  } catch {
    // Not JSON: the response came from a proxy.
  }
  throw new CallError('failed');
}
