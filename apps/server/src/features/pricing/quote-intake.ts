/** Listens to the sources: refuses what cannot be, and remembers what each of them says of each symbol. */
import { type Amount, decimal, larger, notional, type Price } from '@tern/money';
import type { Instrument } from '../../kernel/catalog/instruments.ts';
import type { SourceQuote } from './price-source.ts';
import { LIVE_MS, nextSourcePrice, type SourcePrice } from './reference-rule.ts';

/** Why a quote was not heard. */
export type RejectReason = 'unknown' | 'absurd' | 'late' | 'early' | 'out of order' | 'repeated';

/** A source's clock may run ahead of ours by so much. */
const AHEAD_MS = 2_000;
const PRICE_MAX = decimal<Price>('1000000000000');
const NOTIONAL_MAX = decimal<Amount>('1000000000000');
/** A day of ticks of it still is a number that a candle holds. */
const QUANTITY_MAX = decimal<Amount>('1000000000000');
/** Trades of one source and symbol whose ids are remembered. */
const IDS_KEPT = 1_000;

/** What one source has said of one symbol. */
interface SourceState {
  price: SourcePrice | undefined;
  tradedAt: number;
  readonly tradeIds: Set<string>;
  /** Traded since the last cycle. */
  traded: bigint;
  takerSide: 'buy' | 'sell';
  hasNews: boolean;
}

/** News of one symbol since the last cycle. */
export interface News {
  /** Of every source that ever spoke, also without news. */
  readonly prices: readonly SourcePrice[];
  /** Of the sources with news. */
  readonly fresh: ReadonlyMap<string, Freshness>;
}

export interface Freshness {
  readonly at: number;
  readonly traded: Amount;
  readonly takerSide: 'buy' | 'sell';
}

export interface QuoteIntake {
  /** Gives why a quote was refused. */
  accept(source: string, quote: SourceQuote): RejectReason | undefined;
  /** What was said, without taking the news. */
  prices(symbol: string): readonly SourcePrice[];
  /** What the source said is as if it had never been said: it says it once more. */
  forget(source: string): void;
  /** What was traded until now is counted elsewhere. */
  forgetTraded(symbol: string): void;
  /** What was said since the last call; undefined when nothing. */
  takeNews(symbol: string): News | undefined;
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
      const why = faultOf(sourceState, quote, now());
      if (why !== undefined) return why;
      ofSymbol.set(source, sourceState);
      take(sourceState, { source, quote, now: now() });
      return undefined;
    },
    prices: (symbol) => pricesOf(sourceStates.get(symbol)),
    forget(source) {
      for (const ofSymbol of sourceStates.values()) ofSymbol.delete(source);
    },
    forgetTraded(symbol) {
      for (const sourceState of sourceStates.get(symbol)?.values() ?? []) sourceState.traded = 0n;
    },
    takeNews(symbol) {
      const ofSymbol = sourceStates.get(symbol) ?? new Map<string, SourceState>();
      const fresh = new Map<string, Freshness>();
      for (const [source, sourceState] of ofSymbol) {
        if (!sourceState.hasNews || sourceState.price === undefined) continue;
        const { traded, takerSide, price } = sourceState;
        fresh.set(source, { at: price.at, traded: traded as Amount, takerSide });
        sourceState.hasNews = false;
        sourceState.traded = 0n;
      }
      return fresh.size === 0 ? undefined : { prices: pricesOf(ofSymbol), fresh };
    },
  };
}

function pricesOf(ofSymbol: ReadonlyMap<string, SourceState> | undefined): SourcePrice[] {
  const said = [...(ofSymbol?.values() ?? [])].map((sourceState) => sourceState.price);
  return said.filter((price) => price !== undefined);
}

function newSourceState(): SourceState {
  return {
    price: undefined,
    tradedAt: Number.NEGATIVE_INFINITY,
    tradeIds: new Set(),
    traded: 0n,
    takerSide: 'buy',
    hasNews: false,
  };
}

function faultOf(
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

function take(
  sourceState: SourceState,
  { source, quote, now }: { source: string; quote: SourceQuote; now: number },
): void {
  const { price, quantity, tradeId, takerSide } = quote;
  const traded = (sourceState.traded + quantity) as Amount;
  const dearest = larger<Price>(price, sourceState.price?.price ?? price);
  // What was traded for next to nothing before is not worth a fortune at this price: it is not counted.
  const isTrue = traded <= QUANTITY_MAX && notional(dearest, traded, 'down') <= NOTIONAL_MAX;
  sourceState.traded = isTrue ? traded : quantity;
  if (tradeId !== undefined) {
    sourceState.tradedAt = quote.at;
    remember(sourceState.tradeIds, tradeId);
  }
  // A trade that is told after a newer price adds to what was traded and leaves the price.
  if (sourceState.price !== undefined && quote.at < sourceState.price.at) return;
  // A source whose clock runs ahead cannot date a tick into the future.
  const at = Math.min(quote.at, now);
  sourceState.price = nextSourcePrice(sourceState.price, { source, price, at, heardAt: now });
  sourceState.takerSide = takerSide;
  sourceState.hasNews = true;
}

function remember(ids: Set<string>, id: string): void {
  ids.add(id);
  const [oldest] = ids;
  if (ids.size > IDS_KEPT && oldest !== undefined) ids.delete(oldest);
}
