/** The calls of market data: instruments with tickers, candles, feed health. */
import { formatDecimal } from '@tern/money';
import { type InputOf, marketCalls, type OutputOf, tradeListFrom } from '@tern/protocol';
import { assetName, type AssetRegistry, logoOf } from '../../../kernel/catalog/assets.ts';
import { type Instrument, instrumentState } from '../../../kernel/catalog/instruments.ts';
import type { Delisting } from '../../../kernel/catalog/market-delistings.ts';
import type { MarketHalt, MarketHalts } from '../../../kernel/catalog/market-halts.ts';
import { messageIn } from '../../../kernel/i18n/reasons.ts';
import { type Lang, langOf, momentIn, textOf } from '../../../kernel/i18n/texts.ts';
import { Refusal } from '../../../kernel/requests/refusal.ts';
import { termsAt } from '../../../kernel/catalog/market-terms.ts';
import { isOpen, nextOpening } from '../../../kernel/catalog/trading-hours.ts';
import { isoTime } from '../../../platform/clock.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import { turnsOfRows } from '../../../platform/turns.ts';
import type { Candle } from '../../../kernel/prices/candle.ts';
import {
  type FeedHealth,
  type Gap,
  hourlyCloses,
  REFERENCE_RULE,
  type SymbolState,
} from '../pricing/index.ts';
import { intervalNamed } from '../../../kernel/prices/intervals.ts';
import type { CandleQuery } from './read-candles.ts';
import { changePercent, direction, placesOf, tickerOf } from './ticker.ts';

export interface MarketDataViews {
  readonly assets: AssetRegistry;
  readonly halts: Pick<MarketHalts, 'of' | 'delistingOf'>;
  now(): number;
  /** In display order. */
  states(): readonly SymbolState[];
  candles(state: SymbolState, query: CandleQuery): Promise<Candle[]>;
  /** The feed gaps that overlap the span. */
  gaps(state: SymbolState, span: Gap): Gap[];
  health(state: SymbolState): FeedHealth;
}

const PAGE_SIZE = 100;
const CANDLES = 300;
/** Of the rolling day. */
const ROWS_OF_TICKER = 10;

export function marketDataRoutes(views: MarketDataViews): Route[] {
  return [
    route(marketCalls.tradelist, async ({ input, lang }) => tradeList(views, input, langOf(lang)), {
      turns: ({ pageSize }) =>
        turnsOfRows(
          Math.min(Number(pageSize ?? PAGE_SIZE), views.states().length) * ROWS_OF_TICKER,
        ),
    }),
    route(marketCalls.getkdata, ({ input }) => candleList(views, input), {
      turns: ({ num }) => turnsOfRows(Number(num ?? CANDLES)),
    }),
    route(marketCalls.feeds, async ({ input }) => feedList(views, input)),
  ];
}

type TradeList = OutputOf<typeof marketCalls.tradelist>;

function tradeList(
  views: MarketDataViews,
  input: InputOf<typeof marketCalls.tradelist>,
  lang: Lang,
): TradeList {
  const page = Number(input.page ?? 1);
  const pageSize = Number(input.pageSize ?? PAGE_SIZE);
  const isRequested = (state: SymbolState): boolean => {
    if (input.from === undefined) return true;
    const isCrypto = state.instrument.class === 'crypto';
    return isCrypto === (Number(input.from) === tradeListFrom.crypto);
  };
  const requested = views.states().filter(isRequested);
  const shown = requested.slice((page - 1) * pageSize, page * pageSize);
  const now = views.now();
  return {
    list: shown.map((state) => tradeRow(state, views, { now, lang })),
    total: requested.length,
    page,
    pageSize,
  };
}

function tradeRow(
  state: SymbolState,
  { assets, halts }: Pick<MarketDataViews, 'assets' | 'halts'>,
  { now, lang }: { now: number; lang: Lang },
): TradeList['list'][number] {
  const { instrument } = state;
  const ticker = tickerOf(state, now);
  const text = (value: bigint | undefined): string => formatDecimal(value ?? 0n);
  const change = changePercent(ticker?.last, ticker?.open);
  const lastTick = state.recentTicks.at(-1);
  const isTraded = instrument.state === instrumentState.normal;
  const opening = nextOpening(instrument.hours, now);
  const halt = halts.of(instrument.id);
  const { makerFee, takerFee } = termsAt(instrument, now);
  return {
    ID: instrument.id,
    CreatedAt: isoTime(instrument.createdAt),
    UpdatedAt: isoTime(instrument.updatedAt),
    symbol: instrument.symbol,
    base: instrument.base,
    quote: instrument.quote,
    name: nameOf(state, assets, lang),
    logo: logoOf(assets.find(instrument.base)),
    price: text(ticker?.last),
    close: text(ticker?.open),
    zf: change,
    isup: direction(change),
    amount: text(ticker?.amount),
    vol: text(ticker?.vol),
    high: text(ticker?.high),
    low: text(ticker?.low),
    open: text(ticker?.open),
    count: ticker?.count ?? 0,
    class: instrument.class,
    isOpen: isTraded && isOpen(instrument.hours, now),
    opensAt: isTraded && opening !== undefined ? isoTime(opening) : null,
    halt: haltOf(halt, lang),
    isDelisted: instrument.state === instrumentState.closed,
    closing: closingOf(instrument, halts.delistingOf(instrument.id), lang),
    pricePlaces: placesOf(instrument.tickSize),
    lotPlaces: placesOf(instrument.lotSize),
    pricedBy: instrument.pricedBy,
    tickSize: text(instrument.tickSize),
    lotSize: text(instrument.lotSize),
    minNotional: text(instrument.minNotional),
    maxNotional: text(instrument.maxNotional),
    makerFee: text(makerFee),
    takerFee: text(takerFee),
    priceBand: text(instrument.priceBand),
    spark: hourlyCloses(state.day, state.running.get('60min')).map((close) => Number(text(close))),
    tickAt: lastTick === undefined ? null : isoTime(lastTick.at),
  };
}

function haltOf(halt: MarketHalt | undefined, lang: Lang): TradeList['list'][number]['halt'] {
  if (halt === undefined) return null;
  const until = halt.until === null ? null : isoTime(halt.until);
  return { reason: messageIn(lang, halt.message, 'halt'), until };
}

/** Null until two people have agreed. */
function closingOf(
  { base, quote, state }: Instrument,
  delisting: Delisting | undefined,
  lang: Lang,
): TradeList['list'][number]['closing'] {
  if (delisting === undefined || delisting.state === 'proposed') return null;
  const ordersUntil = isoTime(delisting.ordersUntil);
  const closesAt = isoTime(delisting.closesAt);
  const withdrawalsUntil =
    delisting.withdrawalsUntil === null ? null : isoTime(delisting.withdrawalsUntil);
  const key = state === instrumentState.closed ? 'market.hasClosed' : 'market.closes';
  const sentence = textOf(lang, key, {
    market: `${base}/${quote}`,
    ordersUntil: momentIn(lang, ordersUntil),
    closesAt: momentIn(lang, closesAt),
  });
  const coin =
    withdrawalsUntil === null
      ? ''
      : textOf(lang, 'market.coinCloses', { coin: base, at: momentIn(lang, withdrawalsUntil) });
  const text = `${sentence} ${coin}`.trim();
  return { ordersUntil, closesAt, withdrawalsUntil, text };
}

/** A coin has its own name, a currency pair both names. */
function nameOf({ instrument }: SymbolState, assets: AssetRegistry, lang: Lang): string {
  const named = (code: string) => assetName(assets.get(code), lang);
  const base = named(instrument.base);
  return instrument.class === 'forex' ? `${base} / ${named(instrument.quote)}` : base;
}

async function candleList(
  views: MarketDataViews,
  input: InputOf<typeof marketCalls.getkdata>,
): Promise<OutputOf<typeof marketCalls.getkdata>> {
  const id = String(input.id);
  const state = views
    .states()
    .find(({ instrument }) => instrument.symbol === id || String(instrument.id) === id);
  if (state === undefined) throw new Refusal('not-listed', { fields: ['id'] });
  const interval = intervalNamed(input.interval);
  if (interval === undefined) throw new Refusal('invalid-request', { fields: ['interval'] });
  const before = input.to === undefined ? undefined : Number(input.to) * 1000;
  const candles = await views.candles(state, {
    interval,
    limit: Number(input.num ?? CANDLES),
    ...(before !== undefined && { before }),
  });
  const span = { from: candles[0]?.start ?? Number.POSITIVE_INFINITY, to: before ?? views.now() };
  return {
    symbol: state.instrument.symbol,
    interval,
    list: candles.map(rowOf),
    gaps: views.gaps(state, span).map(({ from, to }) => ({
      from: Math.floor(from / 1000),
      to: Math.ceil(to / 1000),
    })),
    told: state.backfills
      .filter(({ startsAt, endsAt }) => endsAt > span.from && startsAt < span.to)
      .map(({ startsAt, endsAt, source }) => ({
        from: startsAt / 1000,
        to: endsAt / 1000,
        source,
      })),
  };
}

type CandleRow = OutputOf<typeof marketCalls.getkdata>['list'][number];

const rows = new WeakMap<Candle, CandleRow>();

/** Made once for all callers: closed candles are kept. */
function rowOf(candle: Candle): CandleRow {
  const known = rows.get(candle);
  if (known !== undefined) return known;
  const row = candleRow(candle);
  rows.set(candle, row);
  return row;
}

function candleRow(candle: Candle): CandleRow {
  return {
    id: candle.start / 1000,
    open: formatDecimal(candle.open),
    close: formatDecimal(candle.close),
    low: formatDecimal(candle.low),
    high: formatDecimal(candle.high),
    amount: formatDecimal(candle.amount),
    vol: formatDecimal(candle.vol),
    count: candle.count,
  };
}

type FeedList = OutputOf<typeof marketCalls.feeds>;

function feedList(views: MarketDataViews, input: InputOf<typeof marketCalls.feeds>): FeedList {
  const isRequested = ({ instrument }: SymbolState) =>
    input.symbol === undefined || instrument.symbol === input.symbol;
  const requested = views.states().filter(isRequested);
  if (requested.length === 0 && input.symbol !== undefined) {
    throw new Refusal('not-listed', { fields: ['symbol'] });
  }
  const now = views.now();
  const time = (at: number | undefined) => (at === undefined ? null : isoTime(at));
  return {
    rule: REFERENCE_RULE,
    list: requested.map((state) => {
      const { sources, takenFrom, tickAt, state: feed } = views.health(state);
      return {
        symbol: state.instrument.symbol,
        state: feed,
        sources: sources.map(({ name, isLive, lastQuoteAt }) => ({
          name,
          isLive,
          saidAt: time(lastQuoteAt),
        })),
        takenFrom: [...takenFrom],
        tickAt: time(tickAt),
        ageMs: tickAt === undefined ? null : Math.max(0, now - tickAt),
      };
    }),
  };
}
