/** The outgoing side of one client: writes frames directly to its stream, and never more updates than the client reads. */
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import { noteDropped } from '../../../platform/http/http-meter.ts';
import { type Frame, withProbe } from './frames.ts';
import type { Topic } from './topics.ts';

/** An update of a topic. */
export interface Update {
  readonly frame: Frame;
  /**
   * For an update that contains only changes: the state before it, from which a reader that misses it is caught up.
   * Undefined for a complete update.
   */
  readonly before?: unknown;
}

/** A reader's subscription to a topic. */
export interface Subscription {
  readonly name: string;
  readonly topic: Topic;
  readonly reader: Reader;
  /** Offered and not yet written. */
  waiting: Update | undefined;
  /** Set when the reader missed updates after this state. */
  missed: { readonly lastKnown: unknown } | undefined;
  /** Updates written since the reader's probe with this number. */
  sinceProbe: number;
  probe: number;
}

/** A client with more unread answers is disconnected. Units: bytes. */
const UNREAD_BYTES_MAX = 1024 * 1024;
/** Updates between two probes. */
const PROBE_EVERY = 32;
/**
 * A reader that keeps up answers a probe within this round-trip time. It counts as stalled once `PROBE_EVERY` updates
 * followed the unanswered probe, or, where updates are rare, after a few updates and a longer time.
 */
const PROMPT_MS = 250;
const FEW = 4;
const FEW_MS = 1_000;
/**
 * Within `PROMPT_MS` a fast topic would send a hundred updates to a reader that has stopped. Where updates of one topic follow each
 * other within `FAST_GAP_MS`, each `FAST` of them are probed, and as many after a probe unanswered for `FAST_PROMPT_MS`
 * are enough. Topics of an ordinary pace pay nothing for it.
 */
const FAST = 6;
const FAST_GAP_MS = 12;
const FAST_PROMPT_MS = 20;

export interface ReaderDeps {
  readonly socket: WebSocket;
  /** The stream below the socket: finished frames are written to it directly. */
  readonly stream: Duplex;
  readonly order: number;
  /** Called for its first pending update. */
  onPending(reader: Reader): void;
  /** Called when it missed an update. */
  onBehind(reader: Reader): void;
}

export class Reader {
  /** Order of admission: clients admitted together are close together in memory. */
  readonly order: number;
  readonly #socket: WebSocket;
  readonly #stream: Duplex;
  readonly #deps: ReaderDeps;
  /** Subscriptions with a pending update: usually at most one, which needs no list. */
  #pending: Subscription | undefined;
  #morePending: Subscription[] | undefined;
  #behind: Set<Subscription> | undefined;
  /** Updates written since the last probe, and the most of one topic. */
  #sinceProbe = 0;
  #ofOneTopic = 0;
  /** When the first of them was written. */
  #firstAt = 0;
  /** Probes written. */
  #probes = 0;
  /** When the unanswered probe was written, by `performance.now()`. */
  #probedAt: number | undefined;
  /** The probe whose answer is looked for. */
  #suspectedAt: number | undefined;
  #answersProbes = false;
  /** Has answered one of our pings: not all clients do, some ping us instead. */
  #answersPings = false;
  /** Left a probe unanswered for too long: from then on each message waits until the previous one is read. */
  #isStalled = false;

  constructor(deps: ReaderDeps) {
    this.order = deps.order;
    this.#socket = deps.socket;
    this.#stream = deps.stream;
    this.#deps = deps;
    deps.socket.on('pong', () => this.#onProbeAnswered());
  }

  /** Takes an update, which `flush` writes unless a later complete update replaces it. */
  offer(subscription: Subscription, update: Update): void {
    if (subscription.waiting !== undefined && update.before !== undefined) {
      this.flush(performance.now());
    }
    if (subscription.missed !== undefined) return;
    const isPending = subscription.waiting !== undefined;
    subscription.waiting = update;
    if (isPending) return;
    if (this.#pending === undefined) {
      this.#pending = subscription;
      this.#deps.onPending(this);
    } else {
      this.#morePending ??= [];
      this.#morePending.push(subscription);
    }
  }

  /** Writes all pending updates together; a slow reader misses them. `now` is `performance.now()`. */
  flush(now: number): void {
    const first = this.#pending;
    const others = this.#morePending;
    if (first === undefined) return;
    this.#pending = undefined;
    this.#morePending = undefined;
    const readsAt = this.#canRead(now) ? now : undefined;
    if (others !== undefined) this.#stream.cork();
    this.#deliver(first, readsAt);
    for (const subscription of others ?? []) this.#deliver(subscription, readsAt);
    if (others !== undefined) this.#stream.uncork();
  }

  /** Sends an answer, also to a slow client; disconnects one that does not read. */
  answer(frame: Frame): void {
    // The first answer shows whether this client answers probes: not all do.
    this.#sendDirect(frame, !this.#answersProbes);
  }

  /** Sends a ping, which is also a probe: a client that answers it has read everything before. */
  sendPing(frame: Frame): void {
    this.#sendDirect(frame, !this.#answersPings);
    if (this.#probedAt === undefined) this.#probeIsWritten(performance.now());
  }

  /** A pong arrived. Not all clients that answer pings also answer probes. */
  onPong(): void {
    this.#answersPings = true;
    if (this.#answersProbes) this.#onProbeAnswered();
  }

  /** Sends what was missed, as far as the client reads; true when nothing is left. Shape: `frameFor` returns undefined when there is nothing to send. */
  catchUp(frameFor: (missed: Subscription) => Frame | undefined): boolean {
    const now = performance.now();
    for (const subscription of this.#behind ?? []) {
      if (!this.#canRead(now)) return false;
      const frame = frameFor(subscription);
      this.#behind?.delete(subscription);
      subscription.missed = undefined;
      if (frame !== undefined) this.#write(frame, subscription, now);
    }
    return true;
  }

  drop(subscription: Subscription): void {
    subscription.waiting = undefined;
    this.#behind?.delete(subscription);
  }

  #sendDirect(frame: Frame, isProbed: boolean): void {
    const now = performance.now();
    this.flush(now);
    const socket = this.#socket;
    if (socket.readyState !== socket.OPEN) return;
    if (this.#stream.writableLength > UNREAD_BYTES_MAX) {
      noteDropped(socket, 'slow');
      return socket.terminate();
    }
    this.#corkForThisTurn();
    if (isProbed && this.#probedAt === undefined) this.#writeWithProbe(frame, now);
    else this.#stream.write(frame);
  }

  /** Whether earlier writes have left this process and the client was recently seen to read. */
  #canRead(now: number): boolean {
    if (this.#socket.readyState !== this.#socket.OPEN) return false;
    const isCorked = this.#stream.writableCorked > 0;
    if (this.#stream.writableLength > 0 && !isCorked) return false;
    if (this.#probedAt === undefined || !this.#answersProbes) return true;
    const waitedMs = now - this.#probedAt;
    this.#isStalled ||=
      (waitedMs > PROMPT_MS && this.#sinceProbe >= PROBE_EVERY) ||
      (waitedMs > FEW_MS && this.#sinceProbe >= FEW);
    if (waitedMs > FAST_PROMPT_MS && this.#isFast(now)) this.#suspect(this.#probedAt);
    return !this.#isStalled;
  }

  /** Reads first what has arrived: so short a time may have passed in this process alone. */
  #suspect(probedAt: number): void {
    if (this.#suspectedAt === probedAt) return;
    this.#suspectedAt = probedAt;
    setImmediate(() => {
      this.#isStalled ||= this.#probedAt === probedAt;
    });
  }

  /** Answers to requests of one turn go out together. */
  #corkForThisTurn(): void {
    const stream = this.#stream;
    if (stream.writableCorked > 0) return;
    stream.cork();
    process.nextTick(() => stream.uncork());
  }

  /** Writes the pending update; without `readsAt` the reader misses it. */
  #deliver(subscription: Subscription, readsAt: number | undefined): void {
    const { waiting } = subscription;
    // Unsubscribed meanwhile.
    if (waiting === undefined) return;
    subscription.waiting = undefined;
    if (readsAt !== undefined) {
      this.#write(waiting.frame, subscription, readsAt);
      return;
    }
    subscription.missed = { lastKnown: waiting.before };
    this.#behind ??= new Set();
    this.#behind.add(subscription);
    this.#deps.onBehind(this);
  }

  #write(frame: Frame, subscription: Subscription, now: number): void {
    if (this.#sinceProbe === 0) this.#firstAt = now;
    this.#sinceProbe += 1;
    if (subscription.probe !== this.#probes) {
      subscription.probe = this.#probes;
      subscription.sinceProbe = 0;
    }
    subscription.sinceProbe += 1;
    if (subscription.sinceProbe > this.#ofOneTopic) this.#ofOneTopic = subscription.sinceProbe;
    const isDue = this.#isStalled || this.#sinceProbe >= PROBE_EVERY || this.#isFast(now);
    if (isDue && this.#probedAt === undefined) this.#writeWithProbe(frame, now);
    else this.#stream.write(frame);
  }

  /** Whether a topic has sent `FAST` updates since the last probe, and in short succession. */
  #isFast(now: number): boolean {
    return this.#ofOneTopic >= FAST && now - this.#firstAt < this.#ofOneTopic * FAST_GAP_MS;
  }

  #writeWithProbe(frame: Frame, now: number): void {
    this.#stream.write(withProbe(frame));
    this.#probeIsWritten(now);
  }

  #probeIsWritten(now: number): void {
    this.#probedAt = now;
    this.#probes += 1;
    this.#sinceProbe = 0;
    this.#ofOneTopic = 0;
  }

  #onProbeAnswered(): void {
    if (this.#probedAt === undefined) return;
    if (performance.now() - this.#probedAt <= PROMPT_MS) this.#isStalled = false;
    this.#probedAt = undefined;
    this.#answersProbes = true;
  }
}
