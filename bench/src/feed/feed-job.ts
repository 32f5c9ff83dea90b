/** The messages between the processes of the feed bench. */

/** Ours behind its HTTP server; `ws` that sends one ready frame to all its clients and does nothing else. */
export type FeedKind = 'tern' | 'ws';

/** The content of a step: all tickers on every fifth step and one ticker on the others, or always all tickers. */
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
  /** The most bytes buffered for one reader. */
  readonly heldBytes: number;
  /** The longest block of the event loop. Units: milliseconds. */
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
  /** Slow readers resume reading, for this time. */
  | { readonly kind: 'resume'; readonly ms: number }
  /** Each socket is cut and connects again, spread over the time. */
  | { readonly kind: 'reconnect'; readonly seconds: number }
  | { readonly kind: 'close' };

export interface CountReport {
  readonly deliveries: number;
  /** From the first to the last of them. */
  readonly seconds: number;
  readonly cpuSeconds: number;
  /** From the time in the message to its arrival. Units: milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** The same for the last receiver. */
  readonly lastP50: number;
  readonly lastP99: number;
}

export interface ResumeReport {
  /** Messages read by each slow reader after it resumed: median and maximum. */
  readonly median: number;
  readonly most: number;
  /** Slow readers that ended with the newest message. */
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
