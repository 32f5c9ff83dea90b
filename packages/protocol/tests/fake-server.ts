/** A fake of the server's API, for tests of screens: it answers calls by their schemas. */
import type { Static, TSchema } from 'typebox';
import { Check, Convert, Errors } from 'typebox/value';
import type { Answer, Call, CallName } from '../src/call.ts';
import type { Code } from '../src/codes.ts';

/** The fields a test cares about; the rest is filled in from the schema. */
export type Given<Data> = Data extends readonly (infer Row)[]
  ? readonly Given<Row>[]
  : Data extends object
    ? { readonly [Key in keyof Data]?: Given<Data[Key]> | undefined }
    : Data;

type Named<C extends Call, Name extends CallName<C>> = Extract<
  C,
  Name extends `${infer Method} ${infer Path}` ? { method: Method; path: Path } : never
>;
type InputFor<C extends Call, Name extends CallName<C>> = Static<Named<C, Name>['input']>;
type DataFor<C extends Call, Name extends CallName<C>> = Given<Static<Named<C, Name>['output']>>;

/** An answer other than data at once. */
class Failure {
  readonly respond: () => Promise<Response>;
  constructor(respond: () => Promise<Response>) {
    this.respond = respond;
  }
}

/** An expected "no". */
export function refused(code: Code, data: object = {}, msg = ''): Failure {
  return new Failure(() => Promise.resolve(Response.json({ code, msg, data } satisfies Answer)));
}

/** No answer arrives: the connection is lost. */
export const lost = new Failure(() => Promise.reject(new TypeError('Failed to fetch')));

/** No answer arrives, and no error either. */
export const silent = new Failure(() => new Promise(() => {}));

/** Data that arrives when the test lets it. */
export function held(data: object): { answer: Failure; arrive: () => void } {
  let arrive: () => void = () => undefined;
  const isLet = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const respond = () =>
    isLet.then(() => Response.json({ code: 0, msg: '', data } satisfies Answer));
  return { answer: new Failure(respond), arrive: () => arrive() };
}

type Handler = (input: never) => unknown;

interface SentRequest {
  input: unknown;
  idempotencyKey: string | null;
}

export class FakeServer<C extends Call> {
  /** Requests the real server would not accept, and answers it would not give. A test fails if there are any. */
  readonly faults: string[] = [];
  readonly #calls: ReadonlyMap<string, C>;
  readonly #handlers = new Map<string, Handler>();
  readonly #requests = new Map<string, SentRequest[]>();

  constructor(calls: readonly C[]) {
    this.#calls = new Map(calls.map((call) => [`${call.method} ${call.path}`, call]));
  }

  /** From now on the call has this answer, or that of a function of its input. */
  answer<Name extends CallName<C>>(
    name: Name,
    given: DataFor<C, Name> | Failure | ((input: InputFor<C, Name>) => DataFor<C, Name> | Failure),
  ): void {
    this.#handlers.set(name, typeof given === 'function' ? (given as Handler) : () => given);
  }

  /** The inputs of a call so far, oldest first. */
  inputs<Name extends CallName<C>>(name: Name): InputFor<C, Name>[] {
    return this.#requestsOf(name).map(({ input }) => input as InputFor<C, Name>);
  }

  /** The idempotency keys of a call so far, oldest first. */
  idempotencyKeys(name: CallName<C>): (string | null)[] {
    return this.#requestsOf(name).map(({ idempotencyKey }) => idempotencyKey);
  }

  /** Answers an HTTP request below `/api`. Other files cannot be reached; a test that needs one answers it itself. */
  async respond(url: URL, init: RequestInit = {}): Promise<Response> {
    if (!url.pathname.startsWith('/api/')) return new Response(null, { status: 503 });
    const name = `${init.method ?? 'GET'} ${url.pathname.replace(/^\/api/, '')}`;
    const call = this.#calls.get(name);
    if (!call) return this.#fault(`no such call: ${name}`);
    const input = inputOf(call, url, init);
    const [wrong] = Errors(call.input, input);
    if (wrong) return this.#fault(`${name}: input ${wrong.instancePath} ${wrong.message}`);
    const idempotencyKey = new Headers(init.headers).get('Idempotency-Key');
    this.#requestsOf(name).push({ input, idempotencyKey });
    const given = this.#handlers.get(name)?.(input as never) ?? {};
    if (given instanceof Failure) return given.respond();
    const data = complete(call.output, given);
    const [odd] = Errors(call.output, data);
    if (odd) return this.#fault(`${name}: answer ${odd.instancePath} ${odd.message}`);
    return Response.json({ code: 0, msg: '', data } satisfies Answer);
  }

  #requestsOf(name: string): SentRequest[] {
    const known = this.#requests.get(name) ?? [];
    this.#requests.set(name, known);
    return known;
  }

  #fault(text: string): Response {
    this.faults.push(text);
    return Response.json({ code: 5001, msg: text, data: {} } satisfies Answer);
  }
}

/** A query holds text only, which the server converts by the schema. */
function inputOf(call: Call, url: URL, init: RequestInit): unknown {
  if (typeof init.body === 'string') return JSON.parse(init.body);
  return Convert(call.input, Object.fromEntries(url.searchParams));
}

interface Schema {
  type?: string;
  const?: unknown;
  anyOf?: readonly Schema[];
  items?: Schema;
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  format?: string;
  pattern?: string;
  minimum?: number;
}

/** The given value with what its schema requires and the test left out. */
function complete(schema: TSchema | Schema, given: unknown): unknown {
  const { type, anyOf, items, properties, required = [] } = schema as Schema;
  if (anyOf) {
    const fitting = anyOf.find((one) => given !== undefined && Check(one as TSchema, given));
    return fitting
      ? given
      : complete(anyOf.find((one) => one.type === kindOf(given)) ?? anyOf[0]!, given);
  }
  if (type === 'array') {
    return ((given ?? []) as unknown[]).map((item) => complete(items ?? {}, item));
  }
  if (type === 'object' && properties) {
    const known = (given ?? {}) as Record<string, unknown>;
    const missing = required.filter((key) => known[key] === undefined);
    const filled = [...Object.keys(known), ...missing].map((key) => [
      key,
      properties[key] ? complete(properties[key], known[key]) : known[key],
    ]);
    return Object.fromEntries(filled);
  }
  return given === undefined ? sampleOf(schema as Schema) : given;
}

const kindOf = (given: unknown) => (Array.isArray(given) ? 'array' : typeof given);

function sampleOf({ type, const: literal, format, pattern, minimum }: Schema): unknown {
  if (literal !== undefined) return literal;
  if (type === 'string') {
    if (format === 'date-time') return '2026-03-02T09:30:00.000Z';
    if (pattern === undefined) return '';
    return ['0', '00:00'].find((text) => new RegExp(pattern, 'u').test(text)) ?? '0';
  }
  if (type === 'integer' || type === 'number') return minimum ?? 0;
  if (type === 'boolean') return false;
  return type === 'null' ? null : {};
}
