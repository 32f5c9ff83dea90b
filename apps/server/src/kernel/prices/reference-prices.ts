/** The latest reference price of each symbol: written by pricing, read by all other features. */
import type { Price } from '@tern/money';

export interface ReferenceTick {
  symbol: string;
  price: Price;
  /** The source's time, epoch milliseconds. */
  at: number;
  /** Position in the symbol's hash chain. */
  seq: number;
  /** Older ticks of the symbol that were published with it, oldest first; absent: none. */
  before?: readonly ReferenceTick[];
}

export interface ReferencePrices {
  latest(symbol: string): ReferenceTick | undefined;
  /** Receives every tick from now on; returns the function that unsubscribes. */
  subscribe(receive: (tick: ReferenceTick) => void): () => void;
}

export interface ReferencePriceBoard extends ReferencePrices {
  publish(tick: ReferenceTick): void;
}

export function createReferencePriceBoard(): ReferencePriceBoard {
  const latest = new Map<string, ReferenceTick>();
  const receivers = new Set<(tick: ReferenceTick) => void>();
  return {
    latest: (symbol) => latest.get(symbol),
    subscribe(receive) {
      receivers.add(receive);
      return () => receivers.delete(receive);
    },
    publish(tick) {
      const { before: _before, ...newest } = tick;
      latest.set(tick.symbol, newest);
      for (const receive of receivers) receive(tick);
    },
  };
}

/** With an older price, market orders and contracts are refused. */
const STALE_AFTER_MS = 5_000;
/** Tolerated difference between the clocks of two instances. */
const CLOCK_BEHIND_MAX_MS = 1_000;

/**
 * Whether orders may execute at a price of time `at`. Not when our clock is behind the prices: no new price is accepted
 * until it catches up, so members who see the market elsewhere could trade at an outdated one.
 */
export function isFresh(at: number, now: number): boolean {
  return now - at <= STALE_AFTER_MS && at - now <= CLOCK_BEHIND_MAX_MS;
}
