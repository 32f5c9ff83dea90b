/** What the feed bench's processes say to each other. */

/** Ours behind its HTTP server; `ws` that sends one ready frame to all its clients and does nothing else. */
export type FeedKind = 'tern' | 'ws';

/** What a step says: the tickers of all symbols on every fifth and one ticker on the others, or all tickers always. */
type Steps = 'mixed' | 'tickers';

export type ServerOrder =
  | { readonly kind: 'listen'; readonly feed: FeedKind }
  | {
      readonly kind: 'drive';
      readonly steps: Steps;
      readonly perSecond: number;
      readonly seconds: number;
    };

export interface DriveReport {
  readonly cpuSeconds: number;
  readonly rssBytes: number;
  /** Most bytes that the process held for one reader. */
  readonly heldBytes: number;
  /** Longest time in which the process did nothing else. Units: milliseconds. */
  readonly longestBlockMs: number;
}

export type LoadOrder =
  | {
      readonly kind: 'open';
      readonly feed: FeedKind;
      readonly port: number;
      readonly sockets: number;
    }
  /** Counts from now on; the share `slow` of the sockets stops reading. */
  | { readonly kind: 'begin'; readonly slow: number }
  | { readonly kind: 'end' }
  /** Slow readers read again, for so long. */
  | { readonly kind: 'resume'; readonly ms: number }
  /** Each socket is cut and connects again, spread over the time. */
  | { readonly kind: 'reconnect'; readonly seconds: number }
  | { readonly kind: 'close' };

export interface CountReport {
  readonly deliveries: number;
  /** From the first to the last of them. */
  readonly seconds: number;
  readonly cpuSeconds: number;
  /** From the moment in the message to its arrival. Units: milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** The same for whoever was told last. */
  readonly lastP50: number;
  readonly lastP99: number;
}

export interface ResumeReport {
  /** Messages that each slow reader still read after it read again: median and most. */
  readonly median: number;
  readonly most: number;
  /** Slow readers whose last message was the newest there is. */
  readonly upToDate: number;
  readonly readers: number;
}

export interface ReconnectReport {
  readonly reconnected: number;
  readonly failed: number;
  /** From the connect to the first content. Units: milliseconds. */
  readonly p50: number;
  readonly p99: number;
  readonly most: number;
}
