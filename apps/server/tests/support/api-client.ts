/** A client of the member API that checks each answer against the call's declaration. */
import { isDeepStrictEqual } from 'node:util';
import {
  type AnyCall,
  type Call,
  calls,
  codes,
  everyCallCodes,
  memberCallCodes,
  operatorCallCodes,
} from '@tern/protocol';
import type { Answer, Input, Name, Output } from '@tern/protocol/client';
import { Value } from 'typebox/value';

export interface Ask {
  token?: string | undefined;
  lang?: string;
  /** Sent as `Idempotency-Key`. */
  key?: string;
  /** Sent as `X-Confirmation`. */
  confirmation?: string;
  /** The address to call from, where the server trusts this machine as a proxy. */
  from?: string;
}

export interface RawAnswer {
  status: number;
  text: string;
  headers: Headers;
}

/** `data` is the call's if `code` is 0, otherwise a refusal's. */
export type Answered<N extends Name> =
  | { code: 0; msg: string; data: Output<N> }
  | { code: keyof typeof codes; msg: string; data: Record<string, unknown> };

export interface Api {
  /** @throws Error for an undeclared answer */
  call<N extends Name>(name: N, input: Input<N>, ask?: Ask): Promise<Answered<N>>;
  /** The data of a success. @throws Error for any other code */
  data<N extends Name>(name: N, input: Input<N>, ask?: Ask): Promise<Output<N>>;
  raw(path: string, init?: RequestInit): Promise<RawAnswer>;
}

/** Texts that belong in a log and never in an answer. */
const INSIDES =
  /\bat .+\.(ts|js|mjs):\d+|node_modules|node:internal|\bselect .+ from\b|\binsert into\b|violates|syntax error|postgres|\$argon2/i;

const byName = new Map<string, AnyCall>(
  Object.values(calls).map((call) => [`${call.method} ${call.path}`, call]),
);

function callNamed(name: Name): AnyCall {
  const call = byName.get(name);
  if (call === undefined) throw new Error(`no call is named ${name}`);
  return call;
}

export function isQueryCall(call: Call): boolean {
  return call.method === 'GET' || call.method === 'DELETE';
}

/** Every code the call may return, except 0. */
function documentedCodes(call: Call): ReadonlySet<number> {
  return new Set<number>([
    ...call.codes,
    ...everyCallCodes,
    ...(call.auth === 'member' ? memberCallCodes : []),
    ...(call.auth === 'operator' ? operatorCallCodes : []),
  ]);
}

/**
 * Reads an answer as the call's.
 * @throws Error that names what is not as declared, or shows the server's insides
 */
export function readAnswer(call: Call, answer: RawAnswer): Answer {
  const name = `${call.method} ${call.path}`;
  const fail = (why: string): never => {
    throw new Error(`${name}: ${why}\n${answer.status} ${answer.text.slice(0, 500)}`);
  };
  if (answer.status !== 200) fail('status is not 200');
  if (INSIDES.test(answer.text)) fail('the answer shows the insides of the server');
  let body: Answer = { code: 0, msg: '', data: undefined };
  try {
    body = JSON.parse(answer.text) as Answer;
  } catch {
    fail('the answer is not JSON');
  }
  const { code, msg, data } = body;
  if (Object.keys(body).sort().join() !== 'code,data,msg') fail('not an envelope');
  if (typeof msg !== 'string' || msg === '') fail('no message');
  if (code !== 0) {
    if (!documentedCodes(call).has(code)) fail(`code ${code} is not one this call declares`);
    if (typeof data !== 'object' || data === null) fail('a refusal without data');
    return body;
  }
  const [fault] = Value.Errors(call.output, data);
  if (fault !== undefined) fail(`data${fault.instancePath} ${fault.message}`);
  if (!isDeepStrictEqual(Value.Clean(call.output, structuredClone(data)), data)) {
    fail('data has fields that the call does not declare');
  }
  return body;
}

/** Method, URL, headers and body of a call; the input of a GET is its query. */
export function requestOf(call: Call, input: object, ask: Ask = {}): [string, RequestInit] {
  const headers: Record<string, string> = { lang: ask.lang ?? 'en' };
  if (ask.token !== undefined) headers['x-token'] = ask.token;
  if (ask.key !== undefined) headers['idempotency-key'] = ask.key;
  if (ask.confirmation !== undefined) headers['x-confirmation'] = ask.confirmation;
  if (ask.from !== undefined) headers['x-forwarded-for'] = ask.from;
  if (isQueryCall(call)) {
    const query = new URLSearchParams(
      Object.entries(input)
        .filter(([, value]) => value !== undefined)
        .map(([field, value]) => [field, String(value)]),
    );
    return [`/api${call.path}?${query}`, { method: call.method, headers }];
  }
  headers['content-type'] = 'application/json';
  return [`/api${call.path}`, { method: call.method, headers, body: JSON.stringify(input) }];
}

/** `url` is read each time, because a restarted server has another one. */
export function createApi(url: () => string): Api {
  const raw: Api['raw'] = async (path, init) => {
    const response = await fetch(url() + path, init);
    return { status: response.status, text: await response.text(), headers: response.headers };
  };
  const call: Api['call'] = async (name, input, ask) => {
    const declared = callNamed(name);
    const [path, init] = requestOf(declared, input, ask);
    return readAnswer(declared, await raw(path, init)) as never;
  };
  return {
    raw,
    call,
    async data(name, input, ask) {
      const answer = await call(name, input, ask);
      if (answer.code === 0) return answer.data;
      const { code, msg, data } = answer;
      throw new Error(`${name} was refused with ${code}: ${msg} ${JSON.stringify(data)}`);
    },
  };
}
