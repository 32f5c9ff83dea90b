/** The port of price sources (the simulator, live exchanges, quote services), their settings and their log. */
import type { Amount, Price } from '@tern/money';
import type { Candle } from '../../../kernel/prices/candle.ts';
import type { Log } from '../../../platform/log.ts';
import { createThrottle } from '../../../platform/throttle.ts';

/** A trade or price of a source, validated by the quote intake before use. */
export interface SourceQuote {
  readonly symbol: string;
  readonly price: Price;
  /** Traded quantity in base; zero for a quote without a trade. */
  readonly quantity: Amount;
  /** Side of the order that came second. */
  readonly takerSide: 'buy' | 'sell';
  /** Epoch milliseconds by the source's clock. */
  readonly at: number;
  /** The source's id of the trade; repeated trades are rejected. */
  readonly tradeId?: string;
}

/** Candles that start in the span, epoch milliseconds, `from` included. */
export interface BackfillSpan {
  readonly symbol: string;
  readonly interval: '1min' | '60min';
  readonly from: number;
  readonly to: number;
}

interface NamedSource {
  /** As shown to members and hashed with every tick: "simulated", "api.huobi.pro". */
  readonly name: string;
  /** The symbols it serves; absent for all. */
  readonly symbols?: ReadonlySet<string>;
}

/** A source whose prices follow from the time and the stored ticks alone. */
export interface GeneratedSource extends NamedSource {
  /**
   * Its quotes of the second that begins at `at`. Called once for each second, in order, including those missed during a pause.
   */
  quotesAt(at: number): readonly SourceQuote[];
  /**
   * Called on start and after each tick. On start it is called with the last tick before the current day (or the first tick
   * of a younger chain), then with the last tick.
   */
  resume?(symbol: string, price: Price, at: number): void;
  /** Daily candles by symbol for new markets, oldest first, the last one ending at `endsAt`. */
  makeHistory?(endsAt: number): Promise<Map<string, Candle[]>>;
}

/** A source that delivers its quotes as they come: an exchange, a quote service. */
export interface LiveSource extends NamedSource {
  /** Starts delivering quotes. */
  start(receive: (quote: SourceQuote) => void): void;
  /** Called before each cycle, which takes what it delivers. Absent: quotes come by themselves. */
  deliver?(): Promise<void>;
  /**
   * Candles of a missed span, oldest first, the current one included.
   * @throws Error when they are unavailable
   */
  fetchCandles?(span: BackfillSpan): Promise<Candle[]>;
  /**
   * All trades later than `from` and up to `to`, oldest first.
   * @throws Error when the record is unavailable or does not reach back to `from`
   */
  fetchTrades?(span: TradeSpan): Promise<SourceQuote[]>;
  stop(): void;
}

export type PriceSource = GeneratedSource | LiveSource;

export const isGenerated = (source: PriceSource): source is GeneratedSource => 'quotesAt' in source;
/** Whether its quotes come by themselves. Those of a generated source may, too, as in tests: no record repeats them. */
export const isPushing = (source: PriceSource): source is LiveSource => 'start' in source;
export const isLiveSource = (source: PriceSource): source is LiveSource => !isGenerated(source);

/** Units: epoch milliseconds. */
export interface TradeSpan {
  readonly symbol: string;
  readonly from: number;
  readonly to: number;
}

/** Whether the source serves the symbol. */
export function serves(source: PriceSource, symbol: string): boolean {
  return source.symbols === undefined || source.symbols.has(symbol);
}

/** Our symbols, each with the source's name for it. */
export type SymbolNames = ReadonlyMap<string, string>;

export interface LiveSourceSettings {
  /** Base URL; the path of the API is added where it has one. */
  readonly url: string;
  /** Absent: every instrument of the classes that the source covers. */
  readonly symbols: SymbolNames | undefined;
}

export interface QuoteSourceSettings extends LiveSourceSettings {
  /** Sent as a bearer token when given. */
  readonly token: string | undefined;
}

/** The live sources that an operator has configured. */
export interface SourceSettings {
  /** Exchanges with HTX's public API. */
  readonly htx: readonly LiveSourceSettings[];
  /** HTTP quote services (docs/features/market/market.md). */
  readonly quotes: readonly QuoteSourceSettings[];
}

/** `problem` is one of our own fixed texts; text of the source goes into `detail`. */
export type SourceLog = (source: string, problem: string, detail?: unknown) => void;

const DETAIL_MAX = 200;

/** Logs each problem of a source at most once a minute. */
export function createSourceLog(log: Log, now: () => number): SourceLog {
  const mayLog = createThrottle(now);
  return (source, problem, detail) => {
    if (!mayLog(`${source} ${problem}`)) return;
    const err = typeof detail === 'string' ? detail.slice(0, DETAIL_MAX) : detail;
    log.warn({ source, ...(err === undefined ? {} : { err }) }, `price source: ${problem}`);
  };
}
