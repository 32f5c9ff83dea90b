/** One simulated day: how each market moves and trades in each second, derived from the day's seed alone (ADR 15). */
import { isOpen } from '../../../../kernel/catalog/trading-hours.ts';
import { type Amount, formatDecimal, type Price } from '@tern/money';
import type { Instrument } from '../../../../kernel/catalog/instruments.ts';
import { marketDaySpan } from '../../../../kernel/prices/market-seed.ts';
import { BACKFILL_SECONDS_MAX } from '../generated-seconds.ts';
import { BLOCK_WORDS } from './keyed-words.ts';
import {
  dayRandomness,
  type DayRandomness,
  MINUTE_SECONDS,
  type StreamMinute,
} from './day-randomness.ts';
import { type Loading, loadingsOf, type MarketModel, marketModels } from './market-model-table.ts';
import { type MinuteMoves, minuteMoves, wholeTicks } from './tick-steps.ts';
import { tradingActivity, secondLots, takerSide, tradesPerSecond } from './trading.ts';

/** The fields of an instrument that the simulator uses. */
export type SimulatedInstrument = Pick<
  Instrument,
  'symbol' | 'quote' | 'tickSize' | 'lotSize' | 'class' | 'hours'
>;

export interface SimulatedMarket {
  readonly model: MarketModel;
  readonly instrument: SimulatedInstrument;
  readonly loadings: readonly Loading[];
  /** One tick and one lot as floats. */
  readonly tick: number;
  readonly lot: number;
  readonly rate: number;
  /** Deviation of an average open minute, as a log return. */
  readonly deviation: number;
}

/** In the order of the models: a cross comes after its two markets. Instruments without a model are omitted. */
export function simulatedMarkets(
  instruments: readonly SimulatedInstrument[],
): Map<string, SimulatedMarket> {
  const bySymbol = new Map(instruments.map((instrument) => [instrument.symbol, instrument]));
  const markets = new Map<string, SimulatedMarket>();
  for (const model of marketModels) {
    const instrument = bySymbol.get(model.symbol);
    if (instrument === undefined) continue;
    const loadings = loadingsOf(model, instrument);
    markets.set(model.symbol, {
      model,
      instrument,
      loadings,
      tick: Number(formatDecimal(instrument.tickSize)),
      lot: Number(formatDecimal(instrument.lotSize)),
      rate: tradesPerSecond(model, instrument),
      deviation: Math.hypot(...loadings.map(({ weight }) => weight)),
    });
  }
  return markets;
}

export interface SecondTrade {
  readonly quantity: Amount;
  readonly takerSide: 'buy' | 'sell';
}

export interface SimulatedDay {
  readonly day: string;
  readonly chance: DayRandomness;
  /**
   * The price change of one second in ticks. Units: `second` of the day, 0 to 86,399; `scale` is the price that the
   * day's moves are relative to, as a float.
   */
  ticksMoved(market: SimulatedMarket, scale: number, second: number): number;
  /** The trade of a second, at a price as a float, after a move of `ticks`. */
  trade(market: SimulatedMarket, second: number, at: { price: number; ticks: number }): SecondTrade;
}

/** Shape: `day` is a UTC day as in "2026-11-21", `seed` is that day's, in hexadecimal. */
export function simulatedDay(day: string, seed: string): SimulatedDay {
  const chance = dayRandomness(seed, marketDaySpan(day).from);
  // Only the current minute is cached: seconds are requested in order.
  let minute = -1;
  const streams = new Map<string, StreamMinute>();
  const moves = new Map<string, MinuteMoves>();
  const words = new Map<string, Uint32Array>();
  const turnTo = (second: number): number => {
    const next = Math.floor(second / MINUTE_SECONDS);
    if (next !== minute) {
      minute = next;
      streams.clear();
      moves.clear();
      words.clear();
    }
    return second % MINUTE_SECONDS;
  };
  const movesOf = ({ model, loadings }: SimulatedMarket): MinuteMoves =>
    cached(moves, model.symbol, () =>
      minuteMoves(
        loadings.map(({ stream, weight }) => ({
          weight,
          minute: cached(streams, stream.name, () => chance.minute(stream, minute)),
        })),
      ),
    );
  return {
    day,
    chance,
    ticksMoved(market, scale, second) {
      const part = turnTo(second);
      const { z, deviation } = movesOf(market);
      return wholeTicks(z[part] ?? 0, ((deviation[part] ?? 0) * scale) / market.tick);
    },
    trade(market, second, { price, ticks }) {
      const part = turnTo(second);
      const { symbol, lotSize } = market.instrument;
      const { z, deviation } = movesOf(market);
      const all = cached(words, symbol, () =>
        chance.words(`${symbol}/trades`, minute * MINUTE_SECONDS, MINUTE_SECONDS),
      );
      const own = all.subarray(BLOCK_WORDS * part, BLOCK_WORDS * (part + 1));
      const average = market.deviation / Math.sqrt(MINUTE_SECONDS);
      const activity = tradingActivity(
        ((deviation[part] ?? 0) / average) ** 2,
        chance.season(market.instrument)[minute] ?? 0,
        Math.abs(z[part] ?? 0),
      );
      const lots = secondLots(market, { activity, price, ticks }, own);
      return {
        quantity: (BigInt(lots) * lotSize) as Amount,
        takerSide: takerSide(ticks, own),
      };
    },
  };
}

function cached<T>(known: Map<string, T>, name: string, make: () => T): T {
  const found = known.get(name);
  if (found !== undefined) return found;
  const made = make();
  known.set(name, made);
  return made;
}

/** The price moved by `ticks`, at least one tick. */
export function movedBy(price: Price, ticks: number, tickSize: Price): Price {
  const moved = price + BigInt(ticks) * tickSize;
  return (moved < tickSize ? tickSize : moved) as Price;
}

/** Rounds a float price to whole ticks, at least one. `tick` is the tick size as a float. */
export function onTick(price: number, tickSize: Price, tick: number): Price {
  return (BigInt(Math.max(1, Math.round(price / tick))) * tickSize) as Price;
}

/** The product of two prices, rounded to the tick of the cross. */
export function crossPrice(
  { left, right }: { readonly left: Price; readonly right: Price },
  tickSize: Price,
  tick: number,
): Price {
  return onTick(Number(formatDecimal(left)) * Number(formatDecimal(right)), tickSize, tick);
}

const HOUR_SECONDS = 3_600;

/**
 * Whether more open seconds are missing than are backfilled: then the market continues at its last price.
 * Units: Unix seconds, of the last price and of the next.
 */
export function isLongGap({ hours }: SimulatedInstrument, last: number, next: number): boolean {
  let missed = 0;
  for (let from = last + 1; from < next && missed <= BACKFILL_SECONDS_MAX; ) {
    const until = Math.min(next, from - (from % HOUR_SECONDS) + HOUR_SECONDS);
    if (isOpen(hours, from * 1000)) missed += until - from;
    from = until;
  }
  return missed > BACKFILL_SECONDS_MAX;
}
