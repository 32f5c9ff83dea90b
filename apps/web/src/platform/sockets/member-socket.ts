/** The member's private socket: events in order, resumed from the cursor (protocol member-feed). */
import type {
  Broadcasts,
  Hello,
  Passings,
  Ping,
  ServerMessage,
  Topics,
} from '@tern/protocol/client';
import { ReconnectingSocket } from './reconnecting-socket.ts';

export interface MemberSocketOptions {
  path: string;
  /** Undefined if nobody is signed in. */
  token: () => string | undefined;
  /** The server no longer has the missed events: everything shown may be out of date. */
  onRestart: () => void;
  /** A public update was published, or may have been while disconnected. */
  onNews: () => void;
  /** The server rejected the session. */
  onRefused: (code: number) => void;
}

/** Our choice: keeps proxies from closing a quiet connection, and detects a dead one. */
const PING_MS = 20_000;
const PONG_LIMIT_MS = 5_000;

/** The member's own events, broadcasts to all members, and what is not stored. */
type Messages = Topics & Broadcasts & Passings;
export type MessageTopic = keyof Messages;
export type MessageOf<T extends MessageTopic> = Messages[T];
type Listener<T extends MessageTopic = MessageTopic> = (data: Messages[T]) => void;

export class MemberSocket {
  readonly #options: MemberSocketOptions;
  readonly #listeners = new Map<MessageTopic, Set<Listener>>();
  readonly #socket: ReconnectingSocket;
  #pinging: ReturnType<typeof setInterval> | undefined;
  #pongLimit: ReturnType<typeof setTimeout> | undefined;
  #cursor: string | undefined;

  constructor(options: MemberSocketOptions) {
    this.#options = options;
    this.#socket = new ReconnectingSocket({
      path: options.path,
      onOpen: () => this.#hello(),
      onFrame: (frame) => {
        if (typeof frame === 'string') this.#received(JSON.parse(frame) as ServerMessage);
      },
      onState: (state) => {
        if (state === 'open') return;
        clearInterval(this.#pinging);
        clearTimeout(this.#pongLimit);
      },
    });
  }

  /** Starts for the signed-in member. */
  start(): void {
    this.#cursor = undefined;
    this.#socket.want(true);
  }

  stop(): void {
    this.#socket.want(false);
  }

  on<T extends MessageTopic>(topic: T, listener: Listener<T>): () => void {
    const listeners = this.#listeners.get(topic) ?? new Set();
    this.#listeners.set(topic, listeners);
    listeners.add(listener as Listener);
    return () => listeners.delete(listener as Listener);
  }

  #hello(): void {
    const token = this.#options.token();
    if (token === undefined) return this.stop();
    const hello: Hello = this.#cursor === undefined ? { token } : { token, after: this.#cursor };
    this.#socket.send(hello);
    this.#pinging = setInterval(() => this.#ping(), PING_MS);
  }

  #ping(): void {
    const ping: Ping = { ping: Date.now() };
    this.#socket.send(ping);
    clearTimeout(this.#pongLimit);
    this.#pongLimit = setTimeout(() => this.#socket.drop(), PONG_LIMIT_MS);
  }

  #inform(topic: MessageTopic, data: unknown): void {
    for (const listener of this.#listeners.get(topic) ?? []) {
      listener(data as Messages[MessageTopic]);
    }
  }

  #received(message: ServerMessage): void {
    switch (message.kind) {
      case 'welcome':
        if (this.#cursor !== undefined) this.#options.onNews();
        this.#cursor ??= message.cursor;
        return;
      case 'news':
        return this.#options.onNews();
      case 'restart':
        this.#cursor = message.cursor;
        return this.#options.onRestart();
      case 'refused':
        this.stop();
        return this.#options.onRefused(message.code);
      case 'event':
        this.#cursor = message.cursor;
        return this.#inform(message.topic, message.data);
      case 'broadcast':
      case 'passing':
        return this.#inform(message.topic, message.data);
      case 'pong':
        return clearTimeout(this.#pongLimit);
    }
  }
}
