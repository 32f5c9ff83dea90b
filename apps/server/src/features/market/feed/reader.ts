/** One client's way out: frames straight to its stream, and never more news in it than the client is reading. */
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import { type Frame, withMark } from './frames.ts';
import type { Topic } from './topics.ts';

/** News on a topic. */
export interface Update {
  readonly frame: Frame;
  /**
   * What the listeners knew before, for news that only say what changed; who misses them is caught up
   * from there. Undefined for news that say everything.
   */
  readonly before?: unknown;
}

/** A reader's interest in a topic. */
export interface Subscription {
  readonly name: string;
  readonly topic: Topic;
  readonly reader: Reader;
  /** Said and not yet written. */
  waiting: Update | undefined;
  /** Missed something since it knew this. */
  missed: { readonly knew: unknown } | undefined;
}

/** Beyond this, answers that a client asks for and does not read cut it. Units: bytes. */
const LOST_BYTES = 1024 * 1024;
/** News between two marks; as many again go out while the mark is on its way. */
const MARK_EVERY = 32;
/** A reader that keeps up answers a mark within this time, the way there and back included. */
const PROMPT_MS = 500;

export interface ReaderDeps {
  readonly socket: WebSocket;
  /** The stream below the socket: frames that are ready go there at once. */
  readonly stream: Duplex;
  /** It has news waiting, after it had none. */
  onOwed(reader: Reader): void;
  /** It missed news. */
  onBehind(reader: Reader): void;
}

export class Reader {
  readonly #deps: ReaderDeps;
  #owed: Subscription[] = [];
  readonly #behind = new Set<Subscription>();
  /** News written since the last mark. */
  #sinceMark = 0;
  /** When the mark that is not answered was written; epoch of `performance`. */
  #markedAt: number | undefined;
  #answersMarks = false;
  /** Left a mark unanswered for too long: from then on each message waits for the one before to be read. */
  #isStalled = false;

  constructor(deps: ReaderDeps) {
    this.#deps = deps;
    deps.socket.on('pong', () => this.#readUpToMark());
  }

  /** Takes news: they are written when `serve` is called, unless later ones say everything anew. */
  offer(subscription: Subscription, update: Update): void {
    if (subscription.waiting !== undefined && update.before !== undefined) this.serve();
    if (subscription.missed !== undefined) return;
    const isOwed = subscription.waiting !== undefined;
    subscription.waiting = update;
    if (isOwed) return;
    this.#owed.push(subscription);
    if (this.#owed.length === 1) this.#deps.onOwed(this);
  }

  /** Writes what was offered, all at once; a slow reader misses it instead. */
  serve(): void {
    const owed = this.#owed;
    if (owed.length === 0) return;
    this.#owed = [];
    if (!this.#canRead()) return this.#miss(owed);
    const { stream } = this.#deps;
    if (owed.length > 1) stream.cork();
    for (const subscription of owed) {
      // Undefined: it was ended meanwhile.
      if (subscription.waiting !== undefined) this.#write(subscription.waiting.frame);
      subscription.waiting = undefined;
    }
    if (owed.length > 1) stream.uncork();
  }

  /** Sends what the client asked for, also to a slow one; one that is lost is cut. */
  answer(frame: Frame): void {
    this.serve();
    const { socket, stream } = this.#deps;
    if (socket.readyState !== socket.OPEN) return;
    if (stream.writableLength > LOST_BYTES) socket.terminate();
    // The first one shows whether this client answers marks: not all programs do.
    else if (!this.#answersMarks && this.#markedAt === undefined) this.#writeMarked(frame);
    else stream.write(frame);
  }

  /** Tells what was missed, as far as the client reads; true when there is no more. `undefined`: there is nothing to tell. */
  catchUp(frameFor: (missed: Subscription) => Frame | undefined): boolean {
    for (const subscription of this.#behind) {
      if (!this.#canRead()) return false;
      const frame = frameFor(subscription);
      this.#behind.delete(subscription);
      subscription.missed = undefined;
      if (frame !== undefined) this.#write(frame);
    }
    return true;
  }

  forget(subscription: Subscription): void {
    subscription.waiting = undefined;
    this.#behind.delete(subscription);
  }

  /** Nothing of what was written before waits in this process, and the client was seen to read lately. */
  #canRead(): boolean {
    const { socket, stream } = this.#deps;
    if (socket.readyState !== socket.OPEN) return false;
    if (stream.writableLength > 0) return false;
    if (this.#markedAt === undefined || !this.#answersMarks) return true;
    if (!this.#isStalled && this.#sinceMark >= MARK_EVERY) {
      this.#isStalled = performance.now() - this.#markedAt > PROMPT_MS;
    }
    return !this.#isStalled;
  }

  #miss(owed: readonly Subscription[]): void {
    for (const subscription of owed) {
      if (subscription.waiting === undefined) continue;
      subscription.missed = { knew: subscription.waiting.before };
      subscription.waiting = undefined;
      this.#behind.add(subscription);
    }
    if (this.#behind.size > 0) this.#deps.onBehind(this);
  }

  #write(frame: Frame): void {
    this.#sinceMark += 1;
    const isDue = this.#isStalled || this.#sinceMark >= MARK_EVERY;
    if (isDue && this.#markedAt === undefined) this.#writeMarked(frame);
    else this.#deps.stream.write(frame);
  }

  #writeMarked(frame: Frame): void {
    this.#deps.stream.write(withMark(frame));
    this.#markedAt = performance.now();
    this.#sinceMark = 0;
  }

  #readUpToMark(): void {
    if (this.#markedAt === undefined) return;
    if (performance.now() - this.#markedAt <= PROMPT_MS) this.#isStalled = false;
    this.#markedAt = undefined;
    this.#answersMarks = true;
  }
}
