/** The port for whatever makes prices: the simulator, live exchanges, quote services. */
import type { Amount, Price } from '@tern/money';
import type { Candle } from '../../kernel/prices/candle.ts';

/** A trade or a price seen at a source. Nothing of it is believed before it is heard (`hearing.ts`). */
export interface SourceQuote {
  readonly symbol: string;
  readonly price: Price;
  /** Traded quantity in base; zero for a quote without a trade. */
  readonly quantity: Amount;
  /** Side of the order that came second. */
  readonly takerSide: 'buy' | 'sell';
  /** When the source made it, epoch milliseconds by the source's own clock. */
  readonly at: number;
  /** The source's own id of the trade; told twice, it is heard once. */
  readonly tradeId?: string;
}

/** Candles that start in the span, epoch milliseconds, `from` included. */
export interface BackfillSpan {
  readonly symbol: string;
  readonly interval: '1min' | '60min';
  readonly from: number;
  readonly to: number;
}

export interface PriceSource {
  /** As shown to members and hashed with every tick: "simulated", "api.huobi.pro". */
  readonly name: string;
  /** What it is asked for; absent when it may speak of anything. */
  readonly symbols?: ReadonlySet<string>;
  /** Begins to deliver quotes, each as it is made. */
  start(receive: (quote: SourceQuote) => void): void;
  /**
   * Only of a source that makes its prices on demand: it says its prices of the second that begins at `at`, before the call returns.
   * Each second is asked for once and in order, also those in which we paused.
   */
  beat?(at: number): void;
  /**
   * Where a symbol's stored prices end: told at the start and with each tick, to a source that goes on from there. At the
   * start it first gets the last tick before that day (the first one of a chain that began on it), then the last one.
   */
  resume?(symbol: string, price: Price, at: number): void;
  /** Daily candles by symbol for a market without any, oldest first, the last of them ending at `endsAt`. */
  makeHistory?(endsAt: number): Map<string, Candle[]>;
  /**
   * What the source says was traded while nobody listened, oldest first, the candle under way included.
   * Fails with: a thrown error when it cannot be had.
   */
  fetchCandles?(span: BackfillSpan): Promise<Candle[]>;
  /**
   * The source's own record of trades later than `from` and up to `to`, oldest first, none left out.
   * Fails with: a thrown error when it cannot be had, or the record does not reach back to `from`.
   */
  fetchTrades?(span: TradeSpan): Promise<SourceQuote[]>;
  stop(): void;
}

/** Units: epoch milliseconds. */
export interface TradeSpan {
  readonly symbol: string;
  readonly from: number;
  readonly to: number;
}

/** Whether the source is asked for the symbol. */
export function serves(source: PriceSource, symbol: string): boolean {
  return source.symbols === undefined || source.symbols.has(symbol);
}
