/** The candles of one market and interval: loaded, paged back, kept live, and caught up after an outage. */
import type { Candle } from './candle.ts';
import {
  leavesGap,
  mergeCandles,
  type Series,
  tailSince,
  withLive,
  withPrice,
} from './candle-series.ts';
import { candlesBetween, type Interval } from './intervals.ts';
import { mergeFeedGaps, type FeedGaps } from './feed-gaps.ts';

/** Candles, oldest first, and the feed gaps between them. */
export interface CandlePage {
  candles: Series;
  feedGaps: FeedGaps;
}

export interface CandleHistoryOptions {
  interval: Interval;
  /** The newest `num` candles, oldest first; with `before` (milliseconds) only those that start earlier. */
  load: (query: { num: number; before?: number }) => Promise<CandlePage>;
  now: () => number;
}

/** `tail`: append these candles; the first replaces the last shown one. `all`: redraw everything. */
export type CandleChange = { kind: 'tail'; candles: Series } | { kind: 'all' } | { kind: 'state' };

type Listener = (change: CandleChange) => void;

/** Enough for the longest average over two screens. */
const PAGE = 300;
/** Per call (protocol: `num`). */
const MAX_PER_CALL = 1000;

export class CandleHistory {
  readonly interval: Interval;
  readonly #options: CandleHistoryOptions;
  readonly #listeners = new Set<Listener>();
  #candles: Series = [];
  #feedGaps: FeedGaps = [];
  #state: 'loading' | 'ready' | 'failed' = 'loading';
  #error: unknown;
  #hasOlder = false;
  #version = 0;
  #opening: Promise<void> | undefined;
  #catchingUp: Promise<void> | undefined;
  /** Live candles that arrived during a load. */
  #waiting: Candle[] = [];

  constructor(options: CandleHistoryOptions) {
    this.#options = options;
    this.interval = options.interval;
  }

  get candles(): Series {
    return this.#candles;
  }

  /** Feed gaps within the loaded range. */
  get feedGaps(): FeedGaps {
    return this.#feedGaps;
  }

  get state(): 'loading' | 'ready' | 'failed' {
    return this.#state;
  }

  /** Why the first load failed. */
  get error(): unknown {
    return this.#error;
  }

  get hasOlder(): boolean {
    return this.#hasOlder;
  }

  /** The candle that still moves; undefined without candles. */
  get running(): Candle | undefined {
    return this.#candles.at(-1);
  }

  /** Incremented with every change but those of the running candle's figures. */
  get version(): number {
    return this.#version;
  }

  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Loads the first candles, or catches up if they are already loaded. */
  open(): Promise<void> {
    if (this.#state === 'ready') return this.catchUp();
    this.#opening ??= this.#open().finally(() => {
      this.#opening = undefined;
    });
    return this.#opening;
  }

  /** The page before the oldest loaded candle; empty when there is none or the call failed. */
  async loadOlder(): Promise<Series> {
    const first = this.#candles[0];
    if (!first || !this.#hasOlder) return [];
    try {
      const { candles: page, feedGaps } = await this.#options.load({
        num: PAGE,
        before: first.start,
      });
      // A full reload in the meantime makes this page obsolete.
      if (this.#candles[0] !== first) return [];
      const older = page.filter((candle) => candle.start < first.start);
      this.#hasOlder = older.length === PAGE;
      this.#candles = [...older, ...this.#candles];
      this.#feedGaps = mergeFeedGaps(feedGaps, this.#feedGaps);
      this.#publish({ kind: 'state' });
      return older;
    } catch {
      return [];
    }
  }

  /** Takes a candle of the live topic. One that leaves a gap waits until the gap is filled. */
  takeLive(candle: Candle): void {
    if (this.#state !== 'ready' || this.#catchingUp) {
      this.#waiting.push(candle);
    } else if (leavesGap(this.#candles, candle, this.interval)) {
      this.#waiting.push(candle);
      void this.catchUp();
    } else {
      this.#become(withLive(this.#candles, candle));
    }
  }

  /** Takes a quote; a candle it opens is fetched soon, because quotes have no volume. */
  takePrice(price: string, at: number): void {
    if (this.#state !== 'ready' || this.#catchingUp) return;
    const before = this.#candles.length;
    this.#become(withPrice(this.#candles, { price, at }, this.interval));
    if (this.#candles.length > before && before > 0) void this.catchUp();
  }

  /** Fetches everything since the last loaded candle: after a reconnect, or when the page is shown again. */
  catchUp(): Promise<void> {
    if (this.#state !== 'ready') return Promise.resolve();
    this.#catchingUp ??= this.#catchUp().finally(() => {
      this.#catchingUp = undefined;
      this.#takeWaiting();
    });
    return this.#catchingUp;
  }

  async #open(): Promise<void> {
    this.#state = 'loading';
    this.#publish({ kind: 'state' });
    try {
      const { candles: page, feedGaps } = await this.#options.load({ num: PAGE });
      this.#candles = page;
      this.#feedGaps = feedGaps;
      this.#hasOlder = page.length === PAGE;
      this.#state = 'ready';
      this.#takeWaiting();
      this.#publish({ kind: 'all' });
    } catch (error) {
      this.#error = error;
      this.#state = 'failed';
      this.#publish({ kind: 'state' });
    }
  }

  async #catchUp(): Promise<void> {
    const last = this.#candles.at(-1);
    // One more than the span: the last loaded candle was still running, and the one before may have been.
    const span = last ? candlesBetween(this.interval, last.start, this.#options.now()) + 1 : PAGE;
    const num = Math.min(Math.max(span, 2), MAX_PER_CALL);
    try {
      const { candles: page, feedGaps } = await this.#options.load({ num });
      const isApart = last !== undefined && (page[0]?.start ?? 0) > last.start;
      if (isApart && page.length === num) {
        this.#hasOlder = true;
        this.#candles = page;
        this.#feedGaps = feedGaps;
        this.#publish({ kind: 'all' });
      } else {
        this.#feedGaps = mergeFeedGaps(this.#feedGaps, feedGaps);
        this.#become(mergeCandles(this.#candles, page));
      }
    } catch {
      // Keep what is shown; the next candle that leaves a gap, or the next reconnect, retries.
    }
  }

  #takeWaiting(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const candle of waiting) this.#become(withLive(this.#candles, candle));
  }

  #become(candles: Series): void {
    if (candles === this.#candles) return;
    const tail = tailSince(this.#candles, candles);
    this.#candles = candles;
    this.#publish(tail ? { kind: 'tail', candles: tail } : { kind: 'all' });
  }

  #publish(change: CandleChange): void {
    if (change.kind !== 'tail' || change.candles.length > 1) this.#version += 1;
    for (const listener of this.#listeners) listener(change);
  }
}
