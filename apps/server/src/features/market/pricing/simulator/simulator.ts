/** The built-in price source: unpredictable prices that anyone can recompute from the revealed seed (ADR 15). */
import { formatDecimal, type Price } from '@tern/money';
import { daySeed, marketDay } from '../../../../kernel/prices/market-seed.ts';
import { isOpen } from '../../../../kernel/catalog/trading-hours.ts';
import type { GeneratedSource, SourceQuote } from '../price-source.ts';
import { makeDailyHistory } from './history.ts';
import { startPriceOf } from './market-model-table.ts';
import {
  crossPrice,
  isLongGap,
  onTick,
  type SimulatedDay,
  simulatedDay,
  type SimulatedInstrument,
  type SimulatedMarket,
  simulatedMarkets,
} from './simulated-day.ts';

/** A price and its second. Units: Unix seconds. */
interface Moment {
  readonly second: number;
  readonly price: Price;
}

/** By UTC day number: the last price before the day, as a float; the day's moves are relative to it. */
type Scales = Map<number, number>;

interface Market extends SimulatedMarket {
  /** The last stored price; undefined before the first one. */
  last: Moment | undefined;
  /** The last generated price, stored as a tick or not. */
  made: Moment | undefined;
  readonly scales: Scales;
}

const DAY_SECONDS = 86_400;
const HOUR_SECONDS = 3_600;
/** Days in the cache. */
const DAYS_KEPT = 4;

/**
 * Simulates every instrument that has a model. The price of a second is an earlier price plus the moves between them,
 * which depend on the day's seed and the time alone, so it does not matter which seconds became ticks. A symbol without
 * prices starts at its model's price, with `historyDays` of history (a year by default).
 */
export function createSimulator(
  instruments: readonly SimulatedInstrument[],
  seed: string,
  historyDays?: number,
): GeneratedSource {
  const markets = new Map(
    [...simulatedMarkets(instruments)].map(([symbol, market]): [string, Market] => [
      symbol,
      { ...market, last: undefined, made: undefined, scales: new Map() },
    ]),
  );
  const dayOf = recentDays(seed);
  let lastSecond = Number.NEGATIVE_INFINITY;
  return {
    name: 'simulated',
    resume(symbol, price, at) {
      const market = markets.get(symbol);
      if (market !== undefined) resumeMarket(market, { second: Math.floor(at / 1000), price });
    },
    quotesAt(at) {
      const second = Math.floor(at / 1000);
      if (second <= lastSecond) return [];
      lastSecond = second;
      const quotes: SourceQuote[] = [];
      for (const market of markets.values()) {
        if (!isOpen(market.instrument.hours, at)) continue;
        const price = nextPrice(market, markets, { second, dayOf });
        if (price === undefined) continue;
        market.made = { second, price };
        quotes.push(quoteOf(market, market.made, { at, day: dayOf(second) }));
      }
      return quotes;
    },
    makeHistory: (endsAt) => makeDailyHistory(instruments, { seed, endsAt, days: historyDays }),
  };
}

type DayOf = (second: number) => SimulatedDay;

function recentDays(seed: string): DayOf {
  const days = new Map<number, SimulatedDay>();
  return (second) => {
    const number = dayNumber(second);
    const known = days.get(number);
    if (known !== undefined) return known;
    const day = marketDay(second * 1000);
    const made = simulatedDay(day, daySeed(seed, day));
    days.set(number, made);
    dropOldest(days);
    return made;
  };
}

function dropOldest(days: Map<number, unknown>): void {
  const [oldest] = days.keys();
  if (days.size > DAYS_KEPT && oldest !== undefined) days.delete(oldest);
}

const dayNumber = (second: number): number => Math.floor(second / DAY_SECONDS);
const floatOf = (price: Price): number => Number(formatDecimal(price));

function resumeMarket(market: Market, next: Moment): void {
  const { last, scales } = market;
  const day = dayNumber(next.second);
  if (!scales.has(day)) {
    scales.set(day, floatOf(last?.price ?? next.price));
    dropOldest(scales);
  }
  market.last = next;
}

interface At {
  readonly second: number;
  readonly dayOf: DayOf;
}

/** The next price; undefined in a second that has one. */
function nextPrice(market: Market, markets: Map<string, Market>, at: At): Price | undefined {
  const { model, instrument, tick, last } = market;
  if (last === undefined) return onTick(startPriceOf(model), instrument.tickSize, tick);
  if (last.second >= at.second) return undefined;
  if (model.kind === 'cross') {
    const legPriceAt = (symbol: string): Price | undefined => {
      const leg = markets.get(symbol);
      return [leg?.made, leg?.last].find((moment) => moment?.second === at.second)?.price;
    };
    return crossOf(market, legPriceAt(model.left), legPriceAt(model.right));
  }
  return walk(market, last, at);
}

function crossOf(
  { instrument, tick }: Market,
  left: Price | undefined,
  right: Price | undefined,
): Price | undefined {
  if (left === undefined || right === undefined) return undefined;
  return crossPrice({ left, right }, instrument.tickSize, tick);
}

/** Moves from the last stored price to a later second; closed hours and long gaps have no moves. */
function walk(market: Market, last: Moment, { second, dayOf }: At): Price {
  if (isLongGap(market.instrument, last.second, second)) return last.price;
  const { tickSize, hours } = market.instrument;
  let ticks = Number(last.price / tickSize);
  for (let step = last.second + 1; step <= second; step += 1) {
    const isHour = step % HOUR_SECONDS === 0 || step === last.second + 1;
    if (isHour && !isOpen(hours, step * 1000)) {
      step += HOUR_SECONDS - 1 - (step % HOUR_SECONDS);
      continue;
    }
    const number = dayNumber(step);
    const scale = market.scales.get(number) ?? floatOf(last.price);
    const moved = dayOf(step).ticksMoved(market, scale, step - number * DAY_SECONDS);
    ticks = Math.max(1, ticks + moved);
  }
  return (BigInt(ticks) * tickSize) as Price;
}

/** The quote of a second. Units: `at` epoch milliseconds. */
function quoteOf(
  market: Market,
  { second, price }: Moment,
  { at, day }: { readonly at: number; readonly day: SimulatedDay },
): SourceQuote {
  const { symbol, tickSize } = market.instrument;
  const ticks = Number((price - (market.last?.price ?? price)) / tickSize);
  const trade = day.trade(market, second % DAY_SECONDS, { price: floatOf(price), ticks });
  return { symbol, price, ...trade, at };
}
