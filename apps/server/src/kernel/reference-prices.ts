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
export const STALE_AFTER_MS = 5_000;
