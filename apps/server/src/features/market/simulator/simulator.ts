/** The built-in market: correlated, repeatable price movement, one trade per second and open symbol (ADR 0006, 0021). */
import { type Amount, formatDecimal, type Price } from '@tern/money';
import type { Instrument } from '../../../kernel/instruments.ts';
import { daySeed, marketDay } from '../../../kernel/market-seed.ts';
import { isOpen } from '../../../kernel/trading-hours.ts';
import type { PriceSource, SourceQuote } from '../price-source.ts';
import { type DayChance, dayChance, type Draw } from './day-chance.ts';
import { makeDailyHistory } from './history.ts';
import { type MarketModel, marketModels } from './market-model-table.ts';
import { crossPrice, DAY_SECONDS, nextPrice, onTick, startPriceOf, type Step } from './walk.ts';

/** A price that was made. */
interface Walk {
  readonly second: number;
  /** Before rounding to the tick, so that slow movement adds up. */
  readonly exact: number;
  readonly price: Price;
}

interface Market {
  readonly model: MarketModel;
  readonly instrument: Instrument;
  /** One tick as a float, for leaving the float world. */
  readonly tick: number;
  readonly lot: number;
  /** What was made last, whether or not it became a tick. */
  made: Walk | undefined;
  /** Where the stored prices of the symbol end; undefined before there are any. */
  last: { readonly second: number; readonly price: Price } | undefined;
}

/**
 * Simulates every instrument that has a model; equal seeds, stored prices and seconds give equal prices, and whoever
 * has a day's seed can make each of its prices from the ones before. A symbol without prices starts at its model's.
 */
export function createSimulator(instruments: readonly Instrument[], seed: string): PriceSource {
  const markets = openMarkets(instruments);
  const chanceOf = chances(seed);
  let receive: (quote: SourceQuote) => void = () => undefined;
  let lastSecond = Number.NEGATIVE_INFINITY;
  return {
    name: 'simulated',
    resume(symbol, price, at) {
      const market = markets.get(symbol);
      if (market !== undefined) market.last = { second: Math.floor(at / 1000), price };
    },
    start(next) {
      receive = next;
    },
    beat(at) {
      const second = Math.floor(at / 1000);
      if (second <= lastSecond) return;
      lastSecond = second;
      const step = { chance: chanceOf(at), second };
      for (const market of markets.values()) {
        if (!isOpen(market.instrument.hours, at)) continue;
        const before = market.made?.exact;
        const made = walkOn(market, markets, step);
        if (made === undefined) continue;
        market.made = made;
        receive(quoteOf(market, made, { at, step, wentUp: made.exact >= (before ?? made.exact) }));
      }
    },
    makeHistory: (endsAt) => makeDailyHistory(instruments, seed, endsAt),
    stop() {
      receive = () => undefined;
    },
  };
}

function openMarkets(instruments: readonly Instrument[]): Map<string, Market> {
  const bySymbol = new Map(instruments.map((instrument) => [instrument.symbol, instrument]));
  const markets = new Map<string, Market>();
  for (const model of marketModels) {
    const instrument = bySymbol.get(model.symbol);
    if (instrument === undefined) continue;
    markets.set(model.symbol, {
      model,
      instrument,
      tick: Number(formatDecimal(instrument.tickSize)),
      lot: Number(formatDecimal(instrument.lotSize)),
      made: undefined,
      last: undefined,
    });
  }
  return markets;
}

/** The chance of the day of a moment. */
function chances(seed: string): (at: number) => DayChance {
  let today: { readonly day: string; readonly chance: DayChance } | undefined;
  return (at) => {
    const day = marketDay(at);
    if (today?.day !== day) today = { day, chance: dayChance(daySeed(seed, day)) };
    return today.chance;
  };
}

/** Undefined in a second that must stay empty. */
function walkOn(market: Market, markets: Map<string, Market>, step: Step): Walk | undefined {
  const { model, instrument, tick } = market;
  const { second } = step;
  const made = (exact: number): Walk => ({
    second,
    exact,
    price: onTick(exact, instrument.tickSize, tick),
  });
  if (market.last === undefined) return made(startPriceOf(model));
  if (market.last.second >= second) return undefined;
  if (model.kind === 'cross') {
    const [left, right] = [
      madeNow(markets, model.left, second),
      madeNow(markets, model.right, second),
    ];
    if (left === undefined || right === undefined) return undefined;
    return made(crossPrice(model, { left, right }, step));
  }
  const price = goesOnFrom(market, second);
  return price === undefined ? undefined : made(nextPrice(model, instrument, { price, step }));
}

function madeNow(markets: Map<string, Market>, symbol: string, second: number): number | undefined {
  const made = markets.get(symbol)?.made;
  return made?.second === second ? made.exact : undefined;
}

/**
 * The price before the one to be made. Right after its own tick of the same day a market goes on from the unrounded
 * price; after a gap, and on a new day, from the rounded one that everyone knows. Right after a tick whose unrounded
 * price is lost (a restart) it stays silent for one second, so that ticks alone tell which of the two it was.
 */
function goesOnFrom({ made, last }: Market, second: number): number | undefined {
  if (last === undefined) return undefined;
  const isNewDay = second % DAY_SECONDS === 0;
  if (last.second !== second - 1 || isNewDay) return Number(formatDecimal(last.price));
  const isOwn = made?.second === last.second && made.price === last.price;
  return isOwn ? made.exact : undefined;
}

function quoteOf(
  market: Market,
  { price, exact }: Walk,
  when: { at: number; step: Step; wentUp: boolean },
): SourceQuote {
  const { at, step, wentUp } = when;
  const { symbol } = market.instrument;
  const draw = step.chance.draw(`${symbol}/trade`, step.second);
  return {
    symbol,
    price,
    quantity: tradedQuantity(market, exact, draw),
    takerSide: wentUp === draw.even < 0.8 ? 'buy' : 'sell',
    at,
  };
}

function tradedQuantity({ model, instrument, lot }: Market, price: number, draw: Draw): Amount {
  const average = model.dailyTurnover / DAY_SECONDS / price / lot;
  const size = Math.exp(0.9 * draw.otherNormal - 0.4);
  const lots = Math.max(1, Math.round(average * size));
  return (BigInt(lots) * instrument.lotSize) as Amount;
}
