/** The trades of a simulated market: size, time and side. They reveal nothing about the next price. */
import type { Instrument } from '../../../../kernel/catalog/instruments.ts';
import { type MarketModel, startPriceOf, modelOf } from './market-model-table.ts';
import { roughNormal } from './normal.ts';

const DAY_SECONDS = 86_400;
const DAY_MINUTES = 1_440;
const WORD = 0x1_0000_0000;
const HALF_WORD = 0x1_0000;

/** Trades per average second of a market with ten million dollars of daily turnover; larger markets trade more often. */
const SMALL_MARKET_USD = 10_000_000;
const SMALL_MARKET_RATE = 0.25;
const RATE_POWER = 0.48;
/** Share of trades whose taker side follows the price move. */
const FOLLOW_SHARE = 0.8;
const SIZE_SPREAD = 0.9;
const MINUTE_SPREAD = 0.3;
/** A minute's size relative to the average, by twelve random bits: log-normal with mean 1. */
const MINUTE_SIZES = Float64Array.from({ length: 0x1000 }, (_, bits) =>
  Math.exp(MINUTE_SPREAD * roughNormal(bits << 4) - (MINUTE_SPREAD * MINUTE_SPREAD) / 2),
);

/**
 * Trading activity relative to an average open second or minute; it follows the size of the move, the volatility and the hour.
 * Shape: variance relative to the average, the usual variance of this hour, the absolute move in deviations.
 */
export function tradingActivity(variance: number, season: number, moved: number): number {
  return Math.sqrt(variance * season) * (0.4 + 0.75 * moved);
}

/** Trades in an average open second. */
export function tradesPerSecond(model: MarketModel, { quote }: Pick<Instrument, 'quote'>): number {
  const dollars =
    quote === 'JPY' ? model.dailyTurnover / startPriceOf(modelOf('usdjpy')) : model.dailyTurnover;
  return SMALL_MARKET_RATE * (dollars / SMALL_MARKET_USD) ** RATE_POWER;
}

export interface Traded {
  readonly model: MarketModel;
  /** Of one lot, in base. */
  readonly lot: number;
  readonly rate: number;
}

/**
 * Lots of the second's trade; 0 when there is none. A price moves by a trade only, if need be of one lot.
 * Shape: `activity` as above, `ticks` that the price has moved, four words of the market's stream.
 */
export function secondLots(
  { model, lot, rate }: Traded,
  now: { readonly activity: number; readonly price: number; readonly ticks: number },
  words: Uint32Array,
): number {
  const share = 1 - Math.exp(-rate * now.activity);
  if ((words[0] ?? 0) / WORD >= share) return now.ticks === 0 ? 0 : 1;
  const size = Math.exp(
    SIZE_SPREAD * roughNormal((words[1] ?? 0) & 0xffff) - (SIZE_SPREAD * SIZE_SPREAD) / 2,
  );
  const average = model.dailyTurnover / DAY_SECONDS / now.price / lot;
  return Math.max(1, Math.round(((average * now.activity) / share) * size));
}

export function takerSide(ticks: number, words: Uint32Array): 'buy' | 'sell' {
  const even = ((words[1] ?? 0) >>> 16) / HALF_WORD;
  const wentUp = ticks === 0 ? even < 0.5 : ticks > 0;
  return wentUp === (words[2] ?? 0) / WORD < FOLLOW_SHARE ? 'buy' : 'sell';
}

/** Number of trades in a minute, at least one for each of its prices. */
export function minuteTrades({ rate }: Traded, activity: number, prices: Prices): number {
  const { open, high, low, close } = prices;
  const isFlat = high === low;
  const least = isFlat
    ? 0
    : 2 + Number(high !== open && high !== close) + Number(low !== open && low !== close);
  return Math.max(least, Math.round(60 * (1 - Math.exp(-rate * activity))));
}

interface Prices {
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
}

/** Lots of a minute, at least one. Units: `price` of the market as a float. Shape: `size` is twelve random bits. */
export function minuteLots(
  { model, lot }: Traded,
  activity: number,
  { price, size }: { readonly price: number; readonly size: number },
): number {
  const average = model.dailyTurnover / DAY_MINUTES / price / lot;
  return Math.max(1, Math.round(average * activity * (MINUTE_SIZES[size] ?? 1)));
}
