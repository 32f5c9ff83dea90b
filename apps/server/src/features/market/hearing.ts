/** Listens to the sources: refuses what cannot be, and remembers what each of them says of each symbol. */
import { type Amount, decimal, larger, notional, type Price } from '@tern/money';
import type { Instrument } from '../../kernel/instruments.ts';
import type { SourceQuote } from './price-source.ts';
import { LIVE_MS, nextSourcePrice, type SourcePrice } from './reference-rule.ts';

/** Why a quote was not heard. */
export type Deafness = 'unknown' | 'absurd' | 'late' | 'early' | 'out of order' | 'repeated';

/** A source's clock may run ahead of ours by so much. */
const AHEAD_MS = 2_000;
const PRICE_MAX = decimal<Price>('1000000000000');
const NOTIONAL_MAX = decimal<Amount>('1000000000000');
/** A day of ticks of it still is a number that a candle holds. */
const QUANTITY_MAX = decimal<Amount>('1000000000000');
/** Trades of one source and symbol whose ids are remembered. */
const IDS_KEPT = 1_000;

/** What one source has said of one symbol. */
interface Voice {
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

export interface Hearing {
  /** Gives why a quote was refused. */
  hear(source: string, quote: SourceQuote): Deafness | undefined;
  /** What was said, without taking the news. */
  prices(symbol: string): readonly SourcePrice[];
  /** What the source said is as if it had never been said: it says it once more. */
  forget(source: string): void;
  /** What was traded until now is counted elsewhere. */
  forgetTraded(symbol: string): void;
  /** What was said since the last call; undefined when nothing. */
  takeNews(symbol: string): News | undefined;
}

export function createHearing(instruments: readonly Instrument[], now: () => number): Hearing {
  const voices = new Map(instruments.map(({ symbol }) => [symbol, new Map<string, Voice>()]));
  return {
    hear(source, quote) {
      const ofSymbol = voices.get(quote.symbol);
      if (ofSymbol === undefined) return 'unknown';
      const voice = ofSymbol.get(source) ?? newVoice();
      const why = faultOf(voice, quote, now());
      if (why !== undefined) return why;
      ofSymbol.set(source, voice);
      take(voice, { source, quote, now: now() });
      return undefined;
    },
    prices: (symbol) => pricesOf(voices.get(symbol)),
    forget(source) {
      for (const ofSymbol of voices.values()) ofSymbol.delete(source);
    },
    forgetTraded(symbol) {
      for (const voice of voices.get(symbol)?.values() ?? []) voice.traded = 0n;
    },
    takeNews(symbol) {
      const ofSymbol = voices.get(symbol) ?? new Map<string, Voice>();
      const fresh = new Map<string, Freshness>();
      for (const [source, voice] of ofSymbol) {
        if (!voice.hasNews || voice.price === undefined) continue;
        const { traded, takerSide, price } = voice;
        fresh.set(source, { at: price.at, traded: traded as Amount, takerSide });
        voice.hasNews = false;
        voice.traded = 0n;
      }
      return fresh.size === 0 ? undefined : { prices: pricesOf(ofSymbol), fresh };
    },
  };
}

function pricesOf(ofSymbol: ReadonlyMap<string, Voice> | undefined): SourcePrice[] {
  const said = [...(ofSymbol?.values() ?? [])].map((voice) => voice.price);
  return said.filter((price) => price !== undefined);
}

function newVoice(): Voice {
  return {
    price: undefined,
    tradedAt: Number.NEGATIVE_INFINITY,
    tradeIds: new Set(),
    traded: 0n,
    takerSide: 'buy',
    hasNews: false,
  };
}

function faultOf(voice: Voice, quote: SourceQuote, now: number): Deafness | undefined {
  const { price, quantity, at, tradeId } = quote;
  if (price <= 0n || price > PRICE_MAX) return 'absurd';
  if (quantity < 0n || quantity > QUANTITY_MAX) return 'absurd';
  if (notional(price, quantity, 'down') > NOTIONAL_MAX) return 'absurd';
  if (!Number.isSafeInteger(at) || at > now + AHEAD_MS) return 'early';
  if (now - at > LIVE_MS) return 'late';
  if (tradeId !== undefined) {
    if (voice.tradeIds.has(tradeId)) return 'repeated';
    return at < voice.tradedAt ? 'out of order' : undefined;
  }
  const last = voice.price;
  if (last === undefined) return undefined;
  if (at < last.at) return 'out of order';
  return at === last.at && price === last.price && quantity === 0n ? 'repeated' : undefined;
}

function take(
  voice: Voice,
  { source, quote, now }: { source: string; quote: SourceQuote; now: number },
): void {
  const { price, quantity, tradeId, takerSide } = quote;
  const traded = (voice.traded + quantity) as Amount;
  const dearest = larger<Price>(price, voice.price?.price ?? price);
  // What was traded for next to nothing before is not worth a fortune at this price: it is not counted.
  const isTrue = traded <= QUANTITY_MAX && notional(dearest, traded, 'down') <= NOTIONAL_MAX;
  voice.traded = isTrue ? traded : quantity;
  if (tradeId !== undefined) {
    voice.tradedAt = quote.at;
    remember(voice.tradeIds, tradeId);
  }
  // A trade that is told after a newer price adds to what was traded and leaves the price.
  if (voice.price !== undefined && quote.at < voice.price.at) return;
  // A source whose clock runs ahead cannot date a tick into the future.
  const at = Math.min(quote.at, now);
  voice.price = nextSourcePrice(voice.price, { source, price, at, heardAt: now });
  voice.takerSide = takerSide;
  voice.hasNews = true;
}

function remember(ids: Set<string>, id: string): void {
  ids.add(id);
  const [oldest] = ids;
  if (ids.size > IDS_KEPT && oldest !== undefined) ids.delete(oldest);
}
