/** API of market data: instruments, tickers, candles. */
import { type Static, Type } from 'typebox';
import { defineCall } from '../call.ts';
import { AmountOut, Fields, ListOf, NoFields, SymbolIn, Time } from '../fields.ts';
import { publicRead } from '../presets.ts';

/** `from` of /base/tradelist. */
export const tradeListFrom = { crypto: 1, metalsAndForex: 2 } as const;

/** Intervals of /base/getkdata, in the specification's order. */
export const candleIntervals = [
  '1min',
  '5min',
  '15min',
  '30min',
  '60min',
  '1day',
  '1week',
  '1mon',
] as const;
export type CandleInterval = (typeof candleIntervals)[number];

export const TradeListRow = Type.Object({
  ID: Type.Integer(),
  CreatedAt: Time(),
  UpdatedAt: Time(),
  symbol: Type.String({ description: 'btcusdt' }),
  base: Type.String({ description: 'BTC' }),
  quote: Type.String({ description: 'USDT' }),
  name: Type.String({ description: 'Bitcoin' }),
  logo: Type.String({ description: 'path of the mark; may be empty' }),
  price: AmountOut('last price; 0 without history'),
  close: AmountOut('previous close: the open of the rolling 24 hours'),
  zf: Type.String({ description: "change in percent, truncated to 2 decimals; '---' if unknown" }),
  isup: Type.Integer({ description: '1 up, -1 down, 0 unchanged or unknown' }),
  amount: AmountOut('24 h volume in base'),
  vol: AmountOut('24 h volume in quote'),
  high: AmountOut(),
  low: AmountOut(),
  open: AmountOut(),
  count: Type.Integer(),
  class: Type.String({ description: 'crypto, metal, forex' }),
  isOpen: Type.Boolean({ description: 'false outside trading hours and while halted (4026)' }),
  opensAt: Type.Union([Time(), Type.Null()], {
    description: 'next opening time; null while the market is open, or closed until further notice',
  }),
  halt: Type.Union([
    Type.Object({
      reason: Type.String(),
      until: Type.Union([Time(), Type.Null()], { description: 'null: until further notice' }),
    }),
    Type.Null(),
  ]),
  isDelisted: Type.Boolean({ description: 'nothing is traded any more; listed for records' }),
  closing: Type.Union(
    [
      Type.Object({
        ordersUntil: Time(),
        closesAt: Time('open orders are cancelled'),
        withdrawalsUntil: Type.Union([Time('of the base'), Type.Null()], {
          description: 'null: the coin stays',
        }),
        text: Type.String({ description: 'the same as a sentence, in the requested language' }),
      }),
      Type.Null(),
    ],
    { description: 'a market that is or will be delisted' },
  ),
  pricedBy: Type.Union([Type.Literal('sources'), Type.Literal('members')], {
    description: 'members: by their trades alone; it takes no market orders',
  }),
  pricePlaces: Type.Integer(),
  lotPlaces: Type.Integer({
    description: 'decimal places of the lot size; 0 for lots of 1 or more',
  }),
  tickSize: AmountOut(),
  lotSize: AmountOut(),
  minNotional: AmountOut('smallest order value in quote'),
  maxNotional: AmountOut('largest order value in quote'),
  makerFee: AmountOut('ratio'),
  takerFee: AmountOut('ratio'),
  priceBand: AmountOut('largest distance of a limit price from the reference price, as a ratio'),
  spark: Type.Array(Type.Number(), {
    description: 'last 24 hourly closes, for sparklines only',
  }),
  tickAt: Type.Union([Time(), Type.Null()], { description: 'time of the last reference tick' }),
});

/** A coin or a market that two people agreed to list and that has not opened. */
export const ComingMarket = Type.Object({
  ID: Type.Integer({ minimum: 1 }),
  coinname: Type.String({ description: 'OST' }),
  name: Type.String({ description: 'in the requested language' }),
  logo: Type.String({ description: 'path of the mark; may be empty' }),
  quote: Type.Union([Type.String(), Type.Null()], { description: 'null: the coin alone' }),
  opensAt: Type.Union([Time(), Type.Null()], {
    description: 'null: a check before the opening failed, and its next time is not decided',
  }),
  formerAt: Type.Union([Time(), Type.Null()], {
    description: 'the time before it was moved or delayed',
  }),
});
export type ComingMarket = Static<typeof ComingMarket>;

export const CandleRow = Type.Object({
  id: Type.Integer({ description: 'bucket start, Unix seconds' }),
  open: AmountOut(),
  close: AmountOut(),
  low: AmountOut(),
  high: AmountOut(),
  amount: AmountOut('base volume'),
  vol: AmountOut('quote volume'),
  count: Type.Integer(),
});

/** A range of backfilled candles in Unix seconds, `to` excluded. They are not from reference ticks, so nothing was settled on them. */
export const BackfilledCandles = Type.Object({
  from: Type.Integer(),
  to: Type.Integer(),
  source: Type.String(),
});

/** State of the price sources of one symbol. */
export const FeedRow = Type.Object({
  symbol: Type.String(),
  state: Type.Union([Type.Literal('live'), Type.Literal('stale'), Type.Literal('closed')], {
    description: 'stale: no reference tick for 5 s; no new contracts and no exchange quotes',
  }),
  sources: Type.Array(
    Type.Object({
      name: Type.String({ description: "'simulated', or the host of a live source" }),
      isLive: Type.Boolean({ description: 'false after 5 s without an accepted quote' }),
      saidAt: Type.Union([Time(), Type.Null()], {
        description: "time of the last quote by the source's clock",
      }),
    }),
    { description: 'all configured sources' },
  ),
  takenFrom: Type.Array(Type.String(), { description: 'sources of the last reference tick' }),
  tickAt: Type.Union([Time(), Type.Null()], { description: 'time of the last reference tick' }),
  ageMs: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()], {
    description: 'age of the last reference tick',
  }),
});

/** Unix seconds of the last price before the gap and the first one after it. */
export const CandleGap = Type.Object({ from: Type.Integer(), to: Type.Integer() });

export const marketCalls = {
  tradelist: defineCall({
    method: 'POST',
    path: '/base/tradelist',
    summary: 'Lists tickers: from=1 crypto, from=2 precious metals and forex.',
    auth: 'public',
    movesMoney: false,
    rate: 'read',
    input: Fields({
      from: Type.Optional(
        Type.Union([Type.Integer({ minimum: 1, maximum: 2 }), Type.String({ pattern: '^[12]$' })]),
      ),
      page: Type.Optional(
        Type.Union([Type.Integer({ minimum: 1 }), Type.String({ pattern: '^[1-9]\\d{0,5}$' })]),
      ),
      pageSize: Type.Optional(
        Type.Union([
          Type.Integer({ minimum: 1, maximum: 100 }),
          Type.String({ pattern: '^([1-9]\\d?|100)$' }),
        ]),
      ),
    }),
    output: ListOf(TradeListRow),
    codes: [],
  }),
  comingMarkets: defineCall({
    ...publicRead,
    path: '/base/comingMarkets',
    summary: 'Lists coins and markets that will open, the next one first.',
    input: NoFields(),
    output: Type.Object({ list: Type.Array(ComingMarket) }),
    codes: [],
  }),
  getkdata: defineCall({
    ...publicRead,
    path: '/base/getkdata',
    summary:
      'Returns the last `num` candles of a symbol, oldest first; `to` pages back. A time without trades has a flat candle with count 0.',
    input: Fields({
      id: Type.Union(
        [SymbolIn(), Type.String({ pattern: '^[1-9]\\d{0,4}$' }), Type.Integer({ minimum: 1 })],
        { description: 'symbol, or its ID in the trade list' },
      ),
      num: Type.Optional(
        Type.Union([
          Type.Integer({ minimum: 1, maximum: 1000 }),
          Type.String({ pattern: '^[1-9]\\d{0,2}$|^1000$' }),
        ]),
      ),
      interval: Type.String({
        maxLength: 8,
        description:
          '1min 5min 15min 30min 60min 1day 1week 1mon; also 1, 5, 15, 30, hour, day, week, month',
      }),
      to: Type.Optional(
        Type.Union([Type.Integer({ minimum: 0 }), Type.String({ pattern: '^\\d{1,12}$' })], {
          description: 'only candles that start before this Unix second',
        }),
      ),
    }),
    output: Type.Object({
      symbol: Type.String(),
      interval: Type.String(),
      list: Type.Array(CandleRow),
      gaps: Type.Array(CandleGap, {
        description: 'times without any price; they have no candles',
      }),
      told: Type.Array(BackfilledCandles, {
        description: 'ranges backfilled later by a source, because the server was not running',
      }),
    }),
    codes: [4019],
  }),
  feeds: defineCall({
    ...publicRead,
    path: '/base/feeds',
    summary: 'Returns the price sources and the age of prices, of one symbol or all.',
    input: Fields({ symbol: Type.Optional(SymbolIn()) }),
    output: Type.Object({
      rule: Type.Integer({ description: 'version of the reference price rule' }),
      list: Type.Array(FeedRow),
    }),
    codes: [4019],
  }),
};
