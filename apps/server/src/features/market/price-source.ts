/** The port for whatever makes prices: the simulator now, live exchanges and quote services beside it. */
import type { Amount, Price } from '@tern/money';
import type { Candle } from './candles/candle.ts';

/** A trade seen at a source. */
export interface SourceQuote {
  readonly symbol: string;
  readonly price: Price;
  /** Traded quantity in base; zero for a quote without a trade. */
  readonly quantity: Amount;
  /** Side of the order that came second. */
  readonly takerSide: 'buy' | 'sell';
  /** When the source made it, epoch milliseconds. */
  readonly at: number;
}

export interface PriceSource {
  /** As shown to members and hashed with every tick: "simulated". */
  readonly name: string;
  /** Begins to deliver quotes, each as it is made. */
  start(receive: (quote: SourceQuote) => void): void;
  /** Called as each cycle begins, for a source that makes its prices on demand. */
  beat?(at: number): void;
  /** Where a symbol's stored prices end, for a source that goes on from there. */
  resume?(symbol: string, price: Price): void;
  /** Daily candles by symbol for a market without any, oldest first, the last of them ending at `endsAt`. */
  makeHistory?(endsAt: number): Map<string, Candle[]>;
  stop(): void;
}
