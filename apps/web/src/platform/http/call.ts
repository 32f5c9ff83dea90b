/** The only way to call the server: typed by name, with session, language and timeout. */
import type { Answer, Input, Name, Output } from '@tern/protocol/client';
import { CallError } from './call-error.ts';
import { takeEarly } from './early-calls.ts';
import {
  type TransportRequest,
  sendRequest,
  buildRequest,
  type ApiResponse,
} from './api-request.ts';

const REQUEST_LIMIT_MS = 20_000;

/** What higher layers provide for every request. */
export interface CallSetup {
  token: () => string | undefined;
  /** Language prefix, for example `jp`. */
  language: () => string;
  /** Called with every refusal before the caller sees it; ends sessions in one place. */
  onRefused: (error: CallError, token: string | undefined) => void;
  /** Asks the member to confirm a call that needs a second factor; undefined when they cancel. */
  confirm: (error: CallError) => Promise<string | undefined>;
  /** For all calls instead of the network. */
  transport?: Transport;
}

let setup: CallSetup = {
  token: () => undefined,
  language: () => 'en',
  onRefused: () => {},
  confirm: async () => undefined,
};

export function setUpCalls(given: CallSetup): void {
  setup = given;
}

/** Sends a request and returns the whole answer. */
export type Transport = (sendRequest: TransportRequest) => Promise<ApiResponse>;

export interface CallOptions {
  signal?: AbortSignal | undefined;
  /** Overrides the default: `reportingProgress` for large bodies. */
  transport?: Transport;
  limitMs?: number;
  /** For calls that move money: the same key for every retry of an attempt. */
  idempotencyKey?: string;
}

/**
 * Sends one call and returns its data. A call that needs a second factor is sent again, unchanged, once the member has
 * confirmed it.
 * @throws `CallError`; an `AbortError` if the caller aborts `signal`
 */
export async function call<N extends Name>(
  name: N,
  input: Input<N>,
  options: CallOptions = {},
): Promise<Output<N>> {
  const token = setup.token();
  let confirmation: string | undefined;
  while (true) {
    const sending = { ...options, token, confirmation };
    const answer = readAnswer(name, await send(name, input, sending));
    if (answer.code === 0) return answer.data as Output<N>;
    const { code, msg, data } = answer;
    const error = new CallError(name, { kind: 'refused', code, msg, data });
    setup.onRefused(error, token);
    if (!isConfirmable(name, error)) throw error;
    confirmation = await setup.confirm(error);
    if (confirmation === undefined || options.signal?.aborted) throw error;
  }
}

/** Logins have a page of their own for the second step. */
const isConfirmable = (name: string, { refusal }: CallError) =>
  refusal === 'second-factor-required' && !name.startsWith('POST /base/');

interface Sending extends CallOptions {
  token: string | undefined;
  confirmation: string | undefined;
}

const fetchTransport: Transport = async ({ signal, ...request }) =>
  (await takeEarly(request, signal)) ?? (await sendRequest(request, signal));

async function send(name: string, input: object, sending: Sending): Promise<ApiResponse> {
  const { token, idempotencyKey, confirmation } = sending;
  const limit = new AbortController();
  const { transport = setup.transport ?? fetchTransport, limitMs = REQUEST_LIMIT_MS } = sending;
  const timer = setTimeout(() => limit.abort(), limitMs);
  try {
    return await transport({
      ...buildRequest(name, input, {
        token,
        idempotencyKey,
        confirmation,
        language: setup.language(),
      }),
      signal: sending.signal ? AbortSignal.any([sending.signal, limit.signal]) : limit.signal,
    });
  } catch (cause) {
    if (sending.signal?.aborted) throw cause;
    const kind = limit.signal.aborted ? 'timeout' : 'network';
    throw new CallError(name, { kind, isOffline: !navigator.onLine });
  } finally {
    clearTimeout(timer);
  }
}

function readAnswer(name: string, { status, body }: ApiResponse): Answer {
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
