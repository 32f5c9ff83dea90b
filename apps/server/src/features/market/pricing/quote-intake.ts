/** Quote intake: validates the sources' quotes and keeps the latest price of each source and symbol. */
import { type Amount, decimal, larger, notional, type Price } from '@tern/money';
import type { Instrument } from '../../../kernel/catalog/instruments.ts';
import type { SourceQuote } from './price-source.ts';
import { LIVE_MS, nextSourcePrice, type SourcePrice } from './reference-rule.ts';

export type RejectReason = 'unknown' | 'absurd' | 'late' | 'early' | 'out of order' | 'repeated';

/** How far a source's clock may run ahead of ours. */
const AHEAD_MS = 2_000;
const PRICE_MAX = decimal<Price>('1000000000000');
const NOTIONAL_MAX = decimal<Amount>('1000000000000');
/** A day of such ticks still fits into a candle. */
const QUANTITY_MAX = decimal<Amount>('1000000000000');
/** Trades of one source and symbol whose ids are remembered. */
const IDS_KEPT = 1_000;

/** The state of one source for one symbol. */
interface SourceState {
  price: SourcePrice | undefined;
  tradedAt: number;
  readonly tradeIds: Set<string>;
  /** Quantity traded since the last cycle. */
  traded: bigint;
  takerSide: 'buy' | 'sell';
  isUpdated: boolean;
}

/** The updates of one symbol since the last cycle. */
export interface QuoteUpdate {
  /** The latest price of every source, updated or not. */
  readonly prices: readonly SourcePrice[];
  /** Of the updated sources. */
  readonly fresh: ReadonlyMap<string, SourceUpdate>;
}

export interface SourceUpdate {
  readonly at: number;
  readonly traded: Amount;
  readonly takerSide: 'buy' | 'sell';
}

export interface QuoteIntake {
  /** Returns why a quote was rejected; undefined when it was accepted. */
  accept(source: string, quote: SourceQuote): RejectReason | undefined;
  /** The latest prices, without taking the update. */
  prices(symbol: string): readonly SourcePrice[];
  /** Forgets the source's quotes, because it will send them again. */
  reset(source: string): void;
  /** Drops the traded quantity so far, because backfilled data already contains it. */
  resetTraded(symbol: string): void;
  /** The updates since the last call; undefined when there are none. */
  takeUpdate(symbol: string): QuoteUpdate | undefined;
}

export function createQuoteIntake(
  instruments: readonly Instrument[],
  now: () => number,
): QuoteIntake {
  const sourceStates = new Map(
    instruments.map(({ symbol }) => [symbol, new Map<string, SourceState>()]),
  );
  return {
    accept(source, quote) {
      const ofSymbol = sourceStates.get(quote.symbol);
      if (ofSymbol === undefined) return 'unknown';
      const sourceState = ofSymbol.get(source) ?? newSourceState();
      const reason = rejectReasonOf(sourceState, quote, now());
      if (reason !== undefined) return reason;
      ofSymbol.set(source, sourceState);
      record(sourceState, { source, quote, now: now() });
      return undefined;
    },
    prices: (symbol) => pricesOf(sourceStates.get(symbol)),
    reset(source) {
      for (const ofSymbol of sourceStates.values()) ofSymbol.delete(source);
    },
    resetTraded(symbol) {
      for (const sourceState of sourceStates.get(symbol)?.values() ?? []) sourceState.traded = 0n;
    },
    takeUpdate(symbol) {
      const ofSymbol = sourceStates.get(symbol) ?? new Map<string, SourceState>();
      const fresh = new Map<string, SourceUpdate>();
      for (const [source, sourceState] of ofSymbol) {
        if (!sourceState.isUpdated || sourceState.price === undefined) continue;
        const { traded, takerSide, price } = sourceState;
        fresh.set(source, { at: price.at, traded: traded as Amount, takerSide });
        sourceState.isUpdated = false;
        sourceState.traded = 0n;
      }
      return fresh.size === 0 ? undefined : { prices: pricesOf(ofSymbol), fresh };
    },
  };
}

function pricesOf(ofSymbol: ReadonlyMap<string, SourceState> | undefined): SourcePrice[] {
  const prices = [...(ofSymbol?.values() ?? [])].map((sourceState) => sourceState.price);
  return prices.filter((price) => price !== undefined);
}

function newSourceState(): SourceState {
  return {
    price: undefined,
    tradedAt: Number.NEGATIVE_INFINITY,
    tradeIds: new Set(),
    traded: 0n,
    takerSide: 'buy',
    isUpdated: false,
  };
}

function rejectReasonOf(
  sourceState: SourceState,
  quote: SourceQuote,
  now: number,
): RejectReason | undefined {
  const { price, quantity, at, tradeId } = quote;
  if (price <= 0n || price > PRICE_MAX) return 'absurd';
  if (quantity < 0n || quantity > QUANTITY_MAX) return 'absurd';
  if (notional(price, quantity, 'down') > NOTIONAL_MAX) return 'absurd';
  if (!Number.isSafeInteger(at) || at > now + AHEAD_MS) return 'early';
  if (now - at > LIVE_MS) return 'late';
  if (tradeId !== undefined) {
    if (sourceState.tradeIds.has(tradeId)) return 'repeated';
    return at < sourceState.tradedAt ? 'out of order' : undefined;
  }
  const last = sourceState.price;
  if (last === undefined) return undefined;
  if (at < last.at) return 'out of order';
  return at === last.at && price === last.price && quantity === 0n ? 'repeated' : undefined;
}

function record(
  sourceState: SourceState,
  { source, quote, now }: { source: string; quote: SourceQuote; now: number },
): void {
  const { price, quantity, tradeId, takerSide } = quote;
  const traded = (sourceState.traded + quantity) as Amount;
  const dearest = larger<Price>(price, sourceState.price?.price ?? price);
  // Earlier quantity is dropped if it would be worth more than the limit at this price.
  const isPlausible = traded <= QUANTITY_MAX && notional(dearest, traded, 'down') <= NOTIONAL_MAX;
  sourceState.traded = isPlausible ? traded : quantity;
  if (tradeId !== undefined) {
    sourceState.tradedAt = quote.at;
    remember(sourceState.tradeIds, tradeId);
  }
  // A trade older than the latest price counts as volume only.
  if (sourceState.price !== undefined && quote.at < sourceState.price.at) return;
  // A source whose clock runs ahead cannot date a tick into the future.
  const at = Math.min(quote.at, now);
  sourceState.price = nextSourcePrice(sourceState.price, { source, price, at, receivedAt: now });
  sourceState.takerSide = takerSide;
  sourceState.isUpdated = true;
}

function remember(ids: Set<string>, id: string): void {
  ids.add(id);
  const [oldest] = ids;
  if (ids.size > IDS_KEPT && oldest !== undefined) ids.delete(oldest);
}
