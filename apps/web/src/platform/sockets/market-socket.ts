/** The public market socket in HTX's format: reference-counted topics, heartbeats in both directions. */
import { ReconnectingSocket, type SocketState } from './reconnecting-socket.ts';

/** With the browser's DecompressionStream. */
async function gunzipText(frame: ArrayBuffer): Promise<string> {
  const stream = new DecompressionStream('gzip');
  const writer = stream.writable.getWriter();
  // Writing directly is ten times faster than piping a Blob; its promises settle with the read.
  void writer.write(new Uint8Array(frame)).catch(() => {});
  void writer.close().catch(() => {});
  return new Response(stream.readable).text();
}

/** Decodes frames one after another: decoding is asynchronous, the order of messages must not change. */
export function orderedFrames(
  onMessage: (message: unknown) => void,
): (frame: ArrayBuffer | string) => void {
  let last: Promise<unknown> = Promise.resolve();
  return (frame) => {
    const text = typeof frame === 'string' ? Promise.resolve(frame) : gunzipText(frame);
    last = Promise.allSettled([text, last]).then(([read]) => {
      if (read.status === 'fulfilled') onMessage(JSON.parse(read.value));
    });
    last.catch(() => {});
  };
}

const PING_MS = 5000;
const PONG_LIMIT_MS = 3000;
/** The feed counts as lost after this time without connection. */
const LOST_AFTER_MS = 3000;

type Listener = (message: unknown) => void;

/** `idle`: no subscribers, or the app is hidden. */
export type FeedState = 'idle' | 'connecting' | 'live' | 'reconnecting';

interface Envelope {
  ping?: number;
  pong?: number;
  ch?: string;
  rep?: string;
}

export class MarketSocket {
  readonly #topics = new Map<string, Set<Listener>>();
  readonly #stateListeners = new Set<() => void>();
  readonly #socket: ReconnectingSocket;
  #state: FeedState = 'idle';
  #pinging: ReturnType<typeof setInterval> | undefined;
  #pongLimit: ReturnType<typeof setTimeout> | undefined;
  #lost: ReturnType<typeof setTimeout> | undefined;

  constructor(path: string) {
    this.#socket = new ReconnectingSocket({
      path,
      onOpen: () => this.#opened(),
      onFrame: orderedFrames((message) => this.#received(message as Envelope)),
      onState: (state) => this.#moved(state),
    });
  }

  /** Subscribes to `market.tickers`, `market.btcusdt.depth.step0` and so on; returns the unsubscribe function. */
  subscribe(topic: string, listener: Listener): () => void {
    const known = this.#topics.get(topic);
    const listeners = known ?? new Set();
    listeners.add(listener);
    if (!known) {
      this.#topics.set(topic, listeners);
      this.#socket.want(true);
      this.#socket.send({ sub: topic, id: topic });
    }
    return () => this.#unsubscribe(topic, listener);
  }

  get state(): FeedState {
    return this.#state;
  }

  onState(listener: () => void): () => void {
    this.#stateListeners.add(listener);
    return () => this.#stateListeners.delete(listener);
  }

  #unsubscribe(topic: string, listener: Listener): void {
    const listeners = this.#topics.get(topic);
    listeners?.delete(listener);
    if (!listeners || listeners.size > 0) return;
    this.#topics.delete(topic);
    this.#socket.send({ unsub: topic, id: topic });
    if (this.#topics.size === 0) this.#socket.want(false);
  }

  #opened(): void {
    for (const topic of this.#topics.keys()) this.#socket.send({ sub: topic, id: topic });
    this.#pinging = setInterval(() => {
      this.#socket.send({ ping: Date.now() });
      clearTimeout(this.#pongLimit);
      this.#pongLimit = setTimeout(() => this.#socket.drop(), PONG_LIMIT_MS);
    }, PING_MS);
  }

  #received(message: Envelope): void {
    if (message.ping !== undefined) return this.#socket.send({ pong: message.ping });
    if (message.pong !== undefined) return clearTimeout(this.#pongLimit);
    const topic = message.ch ?? message.rep;
    for (const listener of this.#topics.get(topic ?? '') ?? []) listener(message);
  }

  #moved(state: SocketState): void {
    if (state !== 'open') {
      clearInterval(this.#pinging);
      clearTimeout(this.#pongLimit);
    }
    if (state === 'open') this.#become('live');
    else if (state === 'closed') this.#become('idle');
    else if (this.#state === 'idle') this.#become('connecting');
    else this.#lost ??= setTimeout(() => this.#become('reconnecting'), LOST_AFTER_MS);
  }

  #become(state: FeedState): void {
    clearTimeout(this.#lost);
    this.#lost = undefined;
    if (state === this.#state) return;
    this.#state = state;
    for (const listener of this.#stateListeners) listener();
  }
}
