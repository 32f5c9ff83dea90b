/**
 * The bus between the instances of a deployment, over NATS core. It starts without a server and connects again for ever; what is
 * published meanwhile reaches this instance only, and requests to others are refused.
 */
import {
  connect,
  credsAuthenticator,
  errors,
  type Msg,
  type NatsConnection,
  type NodeConnectionOptions,
  type Subscription,
} from '@nats-io/transport-node';
import { type Bus, createLocalBus, NoAnswer } from './bus.ts';
import { SECOND_MS } from './durations.ts';
import type { Log } from './log.ts';

export interface NatsSettings {
  /** "host:port" each; any of them. */
  readonly servers: readonly string[];
  readonly isEncrypted: boolean;
  readonly user: string | undefined;
  /** Of the user; without a user it is a token. */
  readonly password: string | undefined;
  /** The contents of a credentials file of NATS. */
  readonly credentials: string | undefined;
}

interface NatsBusDeps {
  readonly log: Log;
  /** Begins every subject, so that two deployments can use one server. */
  readonly deployment: string;
}

export interface NatsBus extends Bus {
  isConnected(): boolean;
  close(): Promise<void>;
}

const RETRY_MS = SECOND_MS;
const CONNECT_WITHIN_MS = 2 * SECOND_MS;
/** A server that answers neither of two pings is gone. */
const PING_EVERY_MS = 2 * SECOND_MS;
/** Only one of the subscribers of a queue gets a message: a request must never be carried out twice. */
const ANSWERING = { queue: 'answering' };

/** What crosses the network in answer to a request. */
type Reply = { readonly answer: unknown } | { readonly failed: string };

export function createNatsBus(settings: NatsSettings, deps: NatsBusDeps): NatsBus {
  return new NatsConnectedBus(settings, deps);
}

class NatsConnectedBus implements NatsBus {
  private readonly settings: NatsSettings;
  private readonly deps: NatsBusDeps;
  /** Delivers within this instance, which NATS does not ("no echo"). */
  private readonly local: Bus;
  private readonly answers = new Map<string, (message: unknown) => Promise<unknown>>();
  private readonly wanted = new Set<Wanted>();
  private connection: NatsConnection | undefined;
  private isUp = false;
  private isClosed = false;
  private wakeUp: () => void = () => undefined;
  private readonly connecting: Promise<void>;

  constructor(settings: NatsSettings, deps: NatsBusDeps) {
    this.settings = settings;
    this.deps = deps;
    this.local = createLocalBus((error) => deps.log.error({ err: error }, 'a subscriber failed'));
    this.connecting = this.connect();
  }

  isConnected(): boolean {
    return this.isUp;
  }

  publish(topic: string, message: unknown): void {
    this.local.publish(topic, message);
    this.send(() => this.connection?.publish(this.subjectOf(topic), JSON.stringify(message)));
  }

  subscribe(topic: string, receive: (message: unknown) => void): () => void {
    const endLocal = this.local.subscribe(topic, receive);
    const endRemote = this.want(topic, {}, (message) => receive(message.json()));
    return () => {
      endLocal();
      endRemote();
    };
  }

  async request(topic: string, message: unknown, limit: { withinMs: number }): Promise<unknown> {
    const answer = this.answers.get(topic);
    if (answer !== undefined) return answer(message);
    if (!this.isUp || this.connection === undefined) throw new NoAnswer(topic, true);
    const body = JSON.stringify(message);
    const options = { timeout: limit.withinMs };
    const reply = await this.connection
      .request(this.subjectOf(topic), body, options)
      .catch((error: unknown) => {
        const isRefused = error instanceof errors.RequestError && error.isNoResponders();
        throw new NoAnswer(topic, isRefused, { cause: error });
      });
    const read = reply.json<Reply>();
    if ('failed' in read)
      throw new Error(`the instance that answers ${topic} failed: ${read.failed}`);
    return read.answer;
  }

  answer(topic: string, answer: (message: unknown) => Promise<unknown>): () => void {
    this.answers.set(topic, answer);
    const end = this.want(topic, ANSWERING, (message) => void this.reply(message, answer));
    return () => {
      end();
      if (this.answers.get(topic) === answer) this.answers.delete(topic);
    };
  }

  async close(): Promise<void> {
    this.isClosed = true;
    this.wakeUp();
    await this.connecting;
    await this.connection?.close();
    this.isUp = false;
  }

  private subjectOf(topic: string): string {
    return `tern.${this.deps.deployment}.${topic}`;
  }

  private async reply(message: Msg, answer: (message: unknown) => Promise<unknown>) {
    let reply: Reply;
    try {
      reply = { answer: (await answer(message.json())) ?? null };
    } catch (error) {
      this.deps.log.error({ err: error }, 'a request of another instance failed');
      reply = { failed: String(error) };
    }
    this.send(() => message.respond(JSON.stringify(reply)));
  }

  /** Nothing is kept for a server that is away: the bus may lose any message. */
  private send(write: () => void): void {
    if (!this.isUp) return;
    try {
      write();
    } catch (error) {
      this.deps.log.warn({ err: error }, 'a message could not be sent over NATS');
    }
  }

  /** Subscribes now, or once there is a connection. */
  private want(topic: string, options: { queue?: string }, receive: (message: Msg) => void) {
    const wanted: Wanted = { topic, options, receive, subscription: undefined };
    this.wanted.add(wanted);
    this.open(wanted);
    return () => {
      this.wanted.delete(wanted);
      wanted.subscription?.unsubscribe();
    };
  }

  private open(wanted: Wanted): void {
    const { topic, options, receive } = wanted;
    wanted.subscription = this.connection?.subscribe(this.subjectOf(topic), {
      ...options,
      callback: (error, message) => {
        try {
          if (error !== null) throw error;
          receive(message);
        } catch (failure) {
          this.deps.log.error({ err: failure }, 'a subscriber failed');
        }
      },
    });
  }

  /** The client reconnects by itself, but only once it has been connected. */
  private async connect(): Promise<void> {
    const { log } = this.deps;
    for (let tries = 0; !this.isClosed; tries += 1) {
      try {
        this.connection = await connect(optionsOf(this.settings));
        this.isUp = true;
        for (const wanted of this.wanted) this.open(wanted);
        void this.watch(this.connection);
        return;
      } catch (error) {
        if (tries === 0) log.warn({ err: error }, 'NATS cannot be reached yet');
        await this.pause();
      }
    }
  }

  private pause(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, RETRY_MS);
      this.wakeUp = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  private async watch(connection: NatsConnection): Promise<void> {
    const { log } = this.deps;
    for await (const { type } of connection.status()) {
      if (type === 'disconnect' && this.isUp) {
        this.isUp = false;
        log.warn({}, 'the connection to NATS is lost');
      }
      if (type === 'reconnect') {
        this.isUp = true;
        log.warn({}, 'connected to NATS again');
      }
    }
    this.isUp = false;
  }
}

interface Wanted {
  readonly topic: string;
  readonly options: { queue?: string };
  readonly receive: (message: Msg) => void;
  subscription: Subscription | undefined;
}

function optionsOf(settings: NatsSettings): NodeConnectionOptions {
  const { servers, isEncrypted, user, password, credentials } = settings;
  return {
    servers: [...servers],
    name: `tern ${process.pid}`,
    noEcho: true,
    timeout: CONNECT_WITHIN_MS,
    pingInterval: PING_EVERY_MS,
    maxPingOut: 2,
    maxReconnectAttempts: -1,
    reconnectTimeWait: RETRY_MS / 4,
    // Credentials may be mended while the instance runs.
    ignoreAuthErrorAbort: true,
    noAsyncTraces: true,
    ...(isEncrypted ? { tls: {} } : {}),
    ...(user !== undefined && password !== undefined ? { user, pass: password } : {}),
    ...(user === undefined && password !== undefined ? { token: password } : {}),
    ...(credentials === undefined
      ? {}
      : { authenticator: credsAuthenticator(new TextEncoder().encode(credentials)) }),
  };
}
