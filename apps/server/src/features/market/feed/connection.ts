/** One client of the market socket: its requests, subscriptions and heartbeat. Invalid input is answered with an error. */
import type { RawData, WebSocket } from 'ws';
import { noteDropped } from '../../../platform/http/http-meter.ts';
import { TokenBucket } from '../../../platform/token-bucket.ts';
import { answerFrame, type Frame } from './frames.ts';
import type { Hub } from './hub.ts';
import type { Reader } from './reader.ts';
import type { Topic } from './topics.ts';

export type Request = Readonly<Record<string, unknown>>;

/** The market data that a connection serves. */
export interface Exchange {
  now(): number;
  /** Without such a topic, the text of the error frame. */
  topic(name: unknown): Topic | string;
  /** The first message of a subscription; undefined when there is no content yet. */
  snapshot(name: string, topic: Topic): Frame | undefined;
  /** What a `req` of the topic costs. */
  turnsOf(topic: Topic): number;
  /** The answer to a `req`. @throws `RequestProblem` */
  pull(name: string, topic: Topic, request: Request): Promise<unknown>;
}

/** A request that cannot be answered; the message goes into the error frame. */
export class RequestProblem extends Error {}

const MESSAGE_BYTES_MAX = 4_096;
const TOPICS_MAX = 200;
const UNANSWERED_MAX = 2;
/** Enough to subscribe to all topics, pull their snapshots and retry some. */
const MESSAGES = { burst: 300, perSecond: 50 };
/** A client that follows many books pulls all their snapshots together. */
const PULLS = { burst: 50, perSecond: 10 };
/** Consecutive refusals after which the connection is closed. */
const REFUSALS_MAX = 200;
const TOO_MANY = '429 too many request';
const TOO_MANY_TOPICS = `${TOO_MANY}: ${TOPICS_MAX} topics at most`;

interface ConnectionDeps {
  readonly socket: WebSocket;
  readonly reader: Reader;
  readonly hub: Hub;
  readonly exchange: Exchange;
  /** Counts a pull with the others of the caller's connections; false when there are too many. */
  takePull(turns: number): boolean;
}

export class Connection {
  readonly #socket: WebSocket;
  readonly #reader: Reader;
  readonly #hub: Hub;
  readonly #exchange: Exchange;
  readonly #takePull: ConnectionDeps['takePull'];
  readonly #names = new Set<string>();
  readonly #messages: TokenBucket;
  readonly #pulls: TokenBucket;
  #unanswered = 0;
  #refusals = 0;

  constructor({ socket, reader, hub, exchange, takePull }: ConnectionDeps) {
    this.#socket = socket;
    this.#reader = reader;
    this.#hub = hub;
    this.#exchange = exchange;
    this.#takePull = takePull;
    this.#messages = new TokenBucket(MESSAGES, exchange.now());
    this.#pulls = new TokenBucket(PULLS, exchange.now());
    socket.on('message', (data) => this.#receive(data));
    // A close event always follows.
    socket.on('error', () => undefined);
    socket.on('close', () => this.#leaveAll());
  }

  /** Sends a ping; returns false when the last two are unanswered. */
  sendPing(ping: Frame): boolean {
    if (this.#unanswered >= UNANSWERED_MAX) return false;
    this.#unanswered += 1;
    this.#reader.sendPing(ping);
    return true;
  }

  #receive(data: RawData): void {
    if (this.#messages.take(this.#exchange.now()) > 0) {
      this.#refusals += 1;
      if (this.#refusals > REFUSALS_MAX) {
        noteDropped(this.#socket, 'flood');
        this.#socket.close(1008, 'too many requests');
      } else this.#fail(TOO_MANY, requestOf(data));
      return;
    }
    this.#refusals = 0;
    const request = requestOf(data);
    if (request === undefined) this.#fail('not json string');
    else this.#answer(request);
  }

  #answer(request: Request): void {
    if ('ping' in request) this.#onPing(request);
    else if ('pong' in request) this.#onPong();
    else if ('sub' in request) this.#subscribe(request);
    else if ('unsub' in request) this.#unsubscribe(request);
    else if ('req' in request) void this.#pull(request);
    else this.#fail('invalid topic', request);
  }

  /** A ping shows that the client is alive, but not how far it has read, so the reader ignores it. */
  #onPing(request: Request): void {
    if (!Number.isSafeInteger(request['ping'])) return this.#fail('invalid ping', request);
    this.#unanswered = 0;
    this.#send({ pong: request['ping'] });
  }

  #onPong(): void {
    this.#unanswered = 0;
    this.#reader.onPong();
  }

  #subscribe(request: Request): void {
    const topic = this.#exchange.topic(request['sub']);
    if (typeof topic === 'string') return this.#fail(topic, request);
    const name = String(request['sub']);
    const isNew = !this.#names.has(name);
    if (isNew && this.#names.size >= TOPICS_MAX) return this.#fail(TOO_MANY_TOPICS, request);
    this.#names.add(name);
    this.#send({ ...idOf(request), status: 'ok', subbed: name, ts: this.#exchange.now() });
    // A repeated subscription gets no second snapshot: it would break the order of changes.
    if (!isNew) return;
    const snapshot = this.#exchange.snapshot(name, topic);
    if (snapshot !== undefined) this.#reader.answer(snapshot);
    this.#hub.join(name, topic, this.#reader);
  }

  #unsubscribe(request: Request): void {
    const name = String(request['unsub']);
    if (!this.#names.delete(name)) return this.#fail('unsub with not subbed topic', request);
    this.#hub.leave(name, this.#reader);
    this.#send({ ...idOf(request), status: 'ok', unsubbed: name, ts: this.#exchange.now() });
  }

  async #pull(request: Request): Promise<void> {
    const topic = this.#exchange.topic(request['req']);
    if (typeof topic === 'string') return this.#fail(topic, request);
    const isAllowed =
      this.#pulls.take(this.#exchange.now()) === 0 && this.#takePull(this.#exchange.turnsOf(topic));
    if (!isAllowed) return this.#fail(TOO_MANY, request);
    const name = String(request['req']);
    try {
      const data = await this.#exchange.pull(name, topic, request);
      const ts = this.#exchange.now();
      this.#send({ ...idOf(request), rep: name, status: 'ok', ts, data });
    } catch (error) {
      this.#fail(error instanceof RequestProblem ? error.message : 'request timeout', request);
    }
  }

  #leaveAll(): void {
    for (const name of this.#names) this.#hub.leave(name, this.#reader);
    this.#names.clear();
  }

  #send(message: unknown): void {
    this.#reader.answer(answerFrame(message));
  }

  #fail(problem: string, request?: Request): void {
    const ts = this.#exchange.now();
    const code = { 'err-code': 'bad-request', 'err-msg': problem };
    this.#send({ ts, status: 'error', ...code, ...idOf(request) });
  }
}

function requestOf(data: RawData): Request | undefined {
  const bytes = Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data as Buffer);
  if (bytes.byteLength > MESSAGE_BYTES_MAX) return undefined;
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'));
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as Request) : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the request's id unchanged, if it is valid. */
function idOf(request: Request | undefined): { id?: string | number } {
  const id = request?.['id'];
  if (typeof id === 'string' && id.length <= 64) return { id };
  return typeof id === 'number' ? { id } : {};
}
