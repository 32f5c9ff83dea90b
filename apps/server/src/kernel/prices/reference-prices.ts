/** The latest reference price per symbol, written by market and read by everyone else (rules §2). */
import type { Price } from '@tern/money';

export interface ReferenceTick {
  symbol: string;
  price: Price;
  /** When the source made it, epoch milliseconds. */
  at: number;
  /** Position in the symbol's hash chain. */
  seq: number;
}

export interface ReferencePrices {
  latest(symbol: string): ReferenceTick | undefined;
  /** Every tick from now on; gives the function that ends it. */
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
      latest.set(tick.symbol, tick);
      for (const receive of receivers) receive(tick);
    },
  };
}

/** Older than this, a price takes no new market order or contract (rules §4). */
const STALE_AFTER_MS = 5_000;
/** Clocks of two programs may differ by so much. */
const CLOCK_BEHIND_MAX_MS = 1_000;

/**
 * True while a price of the moment `at` may be dealt at. Not when the clock stands behind the prices: until it has
 * caught up no new one is taken, and whoever sees the market elsewhere would deal at one that has stood still.
 */
export function isFresh(at: number, now: number): boolean {
  return now - at <= STALE_AFTER_MS && at - now <= CLOCK_BEHIND_MAX_MS;
}
