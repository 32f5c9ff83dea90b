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
/** News between two marks. */
const MARK_EVERY = 32;
/**
 * A reader that keeps up answers a mark within this time, the way there and back included. It is waited for during
 * as many news as lie between two marks; where news are rarer, during a few of them and longer.
 */
const PROMPT_MS = 250;
const FEW = 4;
const FEW_MS = 1_000;

export interface ReaderDeps {
  readonly socket: WebSocket;
  /** The stream below the socket: frames that are ready go there at once. */
  readonly stream: Duplex;
  readonly place: number;
  /** It has news waiting, after it had none. */
  onOwed(reader: Reader): void;
  /** It missed news. */
  onBehind(reader: Reader): void;
}

export class Reader {
  /** Its place among all who ever came: those who came together lie together in memory, here and in the system. */
  readonly place: number;
  readonly #socket: WebSocket;
  readonly #stream: Duplex;
  readonly #deps: ReaderDeps;
  /** What has news waiting: most of the time one or none, which takes no list. */
  #owed: Subscription | undefined;
  #owedToo: Subscription[] | undefined;
  #behind: Set<Subscription> | undefined;
  /** News written since the last mark. */
  #sinceMark = 0;
  /** When the mark that is not answered was written; epoch of `performance`. */
  #markedAt: number | undefined;
  #answersMarks = false;
  /** Once gave the sign of life that it was asked for: not all programs do, some ask themselves. */
  #givesSigns = false;
  /** Left a mark unanswered for too long: from then on each message waits for the one before to be read. */
  #isStalled = false;

  constructor(deps: ReaderDeps) {
    this.place = deps.place;
    this.#socket = deps.socket;
    this.#stream = deps.stream;
    this.#deps = deps;
    deps.socket.on('pong', () => this.#readUpToMark());
  }

  /** Takes news: they are written when `serve` is called, unless later ones say everything anew. */
  offer(subscription: Subscription, update: Update): void {
    if (subscription.waiting !== undefined && update.before !== undefined) {
      this.serve(performance.now());
    }
    if (subscription.missed !== undefined) return;
    const isOwed = subscription.waiting !== undefined;
    subscription.waiting = update;
    if (isOwed) return;
    if (this.#owed === undefined) {
      this.#owed = subscription;
      this.#deps.onOwed(this);
    } else {
      this.#owedToo ??= [];
      this.#owedToo.push(subscription);
    }
  }

  /** Writes what was offered, all at once; a slow reader misses it instead. `now` is of `performance`. */
  serve(now: number): void {
    const first = this.#owed;
    const others = this.#owedToo;
    if (first === undefined) return;
    this.#owed = undefined;
    this.#owedToo = undefined;
    const readsAt = this.#canRead(now) ? now : undefined;
    if (others !== undefined) this.#stream.cork();
    this.#settle(first, readsAt);
    for (const subscription of others ?? []) this.#settle(subscription, readsAt);
    if (others !== undefined) this.#stream.uncork();
  }

  /** Sends what the client asked for, also to a slow one; one that is lost is cut. */
  answer(frame: Frame): void {
    // The first one shows whether this client answers marks: not all programs do.
    this.#tell(frame, !this.#answersMarks);
  }

  /** Asks for a sign of life: a mark as well, for whoever gives it has read everything before. */
  ask(frame: Frame): void {
    this.#tell(frame, !this.#givesSigns);
    if (this.#markedAt !== undefined) return;
    this.#markedAt = performance.now();
    this.#sinceMark = 0;
  }

  /** The sign of life came. Whether marks are answered too is another matter: not all programs do both. */
  gaveSign(): void {
    this.#givesSigns = true;
    if (this.#answersMarks) this.#readUpToMark();
  }

  /** Tells what was missed, as far as the client reads; true when there is no more. `undefined`: there is nothing to tell. */
  catchUp(frameFor: (missed: Subscription) => Frame | undefined): boolean {
    const now = performance.now();
    for (const subscription of this.#behind ?? []) {
      if (!this.#canRead(now)) return false;
      const frame = frameFor(subscription);
      this.#behind?.delete(subscription);
      subscription.missed = undefined;
      if (frame !== undefined) this.#write(frame, now);
    }
    return true;
  }

  forget(subscription: Subscription): void {
    subscription.waiting = undefined;
    this.#behind?.delete(subscription);
  }

  #tell(frame: Frame, isMarked: boolean): void {
    const now = performance.now();
    this.serve(now);
    const socket = this.#socket;
    if (socket.readyState !== socket.OPEN) return;
    if (this.#stream.writableLength > LOST_BYTES) return socket.terminate();
    this.#corkForThisTurn();
    if (isMarked && this.#markedAt === undefined) this.#writeMarked(frame, now);
    else this.#stream.write(frame);
  }

  /** Nothing of what was written before waits in this process, and the client was seen to read lately. */
  #canRead(now: number): boolean {
    if (this.#socket.readyState !== this.#socket.OPEN) return false;
    const isCorked = this.#stream.writableCorked > 0;
    if (this.#stream.writableLength > 0 && !isCorked) return false;
    if (this.#markedAt === undefined || !this.#answersMarks) return true;
    const waitedMs = now - this.#markedAt;
    this.#isStalled ||=
      (waitedMs > PROMPT_MS && this.#sinceMark >= MARK_EVERY) ||
      (waitedMs > FEW_MS && this.#sinceMark >= FEW);
    return !this.#isStalled;
  }

  /** Answers to requests that came together go out together. */
  #corkForThisTurn(): void {
    const stream = this.#stream;
    if (stream.writableCorked > 0) return;
    stream.cork();
    process.nextTick(() => stream.uncork());
  }

  /** Writes what waits; a reader that does not read, without `readsAt`, misses it. */
  #settle(subscription: Subscription, readsAt: number | undefined): void {
    const { waiting } = subscription;
    // It was ended meanwhile.
    if (waiting === undefined) return;
    subscription.waiting = undefined;
    if (readsAt !== undefined) {
      this.#write(waiting.frame, readsAt);
      return;
    }
    subscription.missed = { knew: waiting.before };
    this.#behind ??= new Set();
    this.#behind.add(subscription);
    this.#deps.onBehind(this);
  }

  #write(frame: Frame, now: number): void {
    this.#sinceMark += 1;
    const isDue = this.#isStalled || this.#sinceMark >= MARK_EVERY;
    if (isDue && this.#markedAt === undefined) this.#writeMarked(frame, now);
    else this.#stream.write(frame);
  }

  #writeMarked(frame: Frame, now: number): void {
    this.#stream.write(withMark(frame));
    this.#markedAt = now;
    this.#sinceMark = 0;
  }

  #readUpToMark(): void {
    if (this.#markedAt === undefined) return;
    if (performance.now() - this.#markedAt <= PROMPT_MS) this.#isStalled = false;
    this.#markedAt = undefined;
    this.#answersMarks = true;
  }
}
