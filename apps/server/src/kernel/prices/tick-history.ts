/** What pricing provides to other features: historical ticks and prices, how far they are final, and volatility. */
import type { Price } from '@tern/money';
import type { Reader } from '../../platform/database/database.ts';

/** A reference tick with its position in the symbol's chain. */
export interface StoredTick {
  readonly instrumentId: number;
  readonly seq: number;
  /** Epoch milliseconds; later with every tick of a symbol. */
  readonly at: number;
  readonly price: Price;
  readonly source: string;
  readonly rule: number;
  readonly hash: Uint8Array;
  /** When it was made, if that was late, after a pause; otherwise null. */
  readonly backfilledAt: number | null;
}

/** A symbol and a time, epoch milliseconds. */
export interface TickQuery {
  readonly instrumentId: number;
  readonly at: number;
  /** Skips backfilled ticks: contracts of rule 1 do not count them. */
  readonly skipsBackfilled: boolean;
}

/** Results are in the order of the queries. */
export interface TickHistory {
  /** Time of the instrument's newest tick, epoch milliseconds; undefined before the first one. */
  newestAt(reader: Reader, instrumentId: number): Promise<number | undefined>;
  /** The first tick after each time. */
  firstAfter(reader: Reader, asks: readonly TickQuery[]): Promise<(StoredTick | undefined)[]>;
  /** The last tick at or before each time; final once `closeUpTo` has reached it. */
  lastUpTo(reader: Reader, asks: readonly TickQuery[]): Promise<(StoredTick | undefined)[]>;
  /** Both ends included; without ticks already deleted by retention. */
  between(
    reader: Reader,
    segment: { instrumentId: number; fromSeq: number; toSeq: number },
  ): Promise<StoredTick[]>;
}

/** The time up to which an instrument's chain is final: no tick is added there any more, backfilled or not. */
export type FinalUpTo = (instrumentId: number) => number;

/** Work of another feature that only the instance which publishes the prices may do. */
export interface SharedWork {
  begin(): Promise<void>;
  /** It must write nothing after this. */
  end(): Promise<void>;
}

/** Timed contracts need so many sources: one alone could choose their prices (ADR 19). */
export const SOURCES_MIN = 2;

/** Live sources of a symbol, which do not know each other: each has a host of its own. */
export interface SourceCounts {
  readonly configured: number;
  /** Those that the newest price was taken from. */
  readonly agreeing: number;
}

/** The writing end of the tick chains. */
export interface TickFrontier {
  /** Whether prices of the symbol come from a live source, where others may see them before we do. */
  isLive(symbol: string): boolean;
  /** Undefined for a symbol whose prices are simulated. */
  sourcesOf(symbol: string): SourceCounts | undefined;
  /**
   * Finalises the chains up to `at` (epoch ms, not in the future) as far as possible now, and returns how far each is final.
   * Simulated ticks up to `at` are made and stored first, including those of a pause. A live chain is final up to its
   * newest tick. If a live source sends nothing and the instrument is in `awaited`, the histories of its sources are
   * requested; once they have answered, or after a timeout, the time is closed without a price (ADR 17).
   * @throws Error when the outcome of a write is unknown: retry; or when another instance publishes the prices
   */
  closeUpTo(at: number, awaited: ReadonlySet<number>): Promise<FinalUpTo>;
  /**
   * Begins the work after the publisher's first cycle, or now if this instance publishes already; ends it before the publisher. Returns
   * the function that ends it for good.
   */
  accompany(work: SharedWork): Promise<() => Promise<void>>;
}

/** Used to value payments. */
export interface PriceHistory {
  /** The last reference price at or before `at` (epoch ms); undefined before the first. */
  priceAt(reader: Reader, symbol: string, at: number): Promise<Price | undefined>;
}

/** When prices were missing. */
export interface PriceGaps {
  /** Whether the symbol had no price at `at` (epoch ms) although its market was open. Closed hours are no gap. */
  isGapAt(symbol: string, at: number): boolean;
}

/** The volatility of markets decides which contracts are offered. */
export interface MarketMovements {
  /**
   * Standard deviation of a symbol's log price over one second of open time; undefined if unknown. A float: never for
   * money.
   */
  secondDeviation(symbol: string): number | undefined;
}
