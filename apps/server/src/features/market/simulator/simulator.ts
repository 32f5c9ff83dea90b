/** The built-in market: correlated, repeatable price movement, one trade per second and open symbol (ADR 0006). */
import { type Amount, formatDecimal, type Price } from '@tern/money';
import type { Instrument } from '../../../kernel/instruments.ts';
import { isOpen } from '../../../kernel/trading-hours.ts';
import type { PriceSource, SourceQuote } from '../price-source.ts';
import {
  type CrossModel,
  type Factor,
  type MarketModel,
  marketModels,
} from './market-model-table.ts';
import { makeDailyHistory } from './history.ts';
import { normalAt, seedOf, smoothAt, uniformAt } from './noise.ts';

const DAY_SECONDS = 86_400;
/** Half as much as the swings themselves come from slow turns of mood, so that charts show trends. */
const TREND_SHARE = 0.03;
const CROSS_GAP = 0.00003;

interface Market {
  readonly model: MarketModel;
  readonly instrument: Instrument;
  /** One tick as a float, for leaving the float world. */
  readonly tick: number;
  readonly lot: number;
  readonly seed: number;
  /** Before rounding to the tick, so that slow movement adds up. */
  price: number;
}

/**
 * Simulates every instrument that has a model; equal seeds, starts and seconds give equal prices.
 * A symbol that is not resumed starts at its model's price.
 */
export function createSimulator(instruments: readonly Instrument[], seed: string): PriceSource {
  const markets = openMarkets(instruments, seed);
  let receive: (quote: SourceQuote) => void = () => undefined;
  let lastSecond: number | undefined;
  return {
    name: 'simulated',
    resume(symbol, price) {
      const market = markets.get(symbol);
      if (market !== undefined) market.price = Number(formatDecimal(price));
    },
    start(next) {
      receive = next;
    },
    beat(at) {
      const second = Math.floor(at / 1000);
      if (lastSecond !== undefined && second <= lastSecond) return;
      // The first beat repeats the price it resumes from: time away is a gap, not a jump.
      const isMoving = lastSecond !== undefined;
      lastSecond = second;
      for (const market of markets.values()) {
        if (!isOpen(market.instrument.hours, at)) continue;
        const before = market.price;
        if (isMoving) market.price = nextPrice(market, markets, { second, seed });
        receive(quoteOf(market, { at, second, wentUp: market.price >= before }));
      }
    },
    makeHistory: (endsAt) => makeDailyHistory(instruments, seed, endsAt),
    stop() {
      receive = () => undefined;
    },
  };
}

function openMarkets(instruments: readonly Instrument[], seed: string): Map<string, Market> {
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
      seed: seedOf(`${seed}/${model.symbol}`),
      price: startPriceOf(model),
    });
  }
  return markets;
}

/** Where a market begins, before rounding to its tick. */
function startPriceOf(model: MarketModel): number {
  if (model.kind === 'moving') return model.startPrice;
  return startPriceOf(modelOf(model.left)) * startPriceOf(modelOf(model.right));
}

function modelOf(symbol: string): MarketModel {
  const model = marketModels.find((candidate) => candidate.symbol === symbol);
  if (model === undefined) throw new Error(`no market model ${symbol}`);
  return model;
}

interface Moment {
  readonly second: number;
  readonly seed: string;
}

function nextPrice(market: Market, markets: Map<string, Market>, moment: Moment): number {
  const { model } = market;
  if (model.kind === 'cross') return crossPrice(model, markets, { market, moment });
  const { second, seed } = moment;
  const daysPerYear = market.instrument.hours === 'always' ? 365 : 260;
  const deviation = model.yearlyVolatility / Math.sqrt(daysPerYear * DAY_SECONDS);
  const own = normalAt(market.seed, second);
  const shared = factorAt(model.factor, second, seed);
  const { correlation } = model;
  const shock = correlation * shared + Math.sqrt(1 - correlation * correlation) * own;
  const trend = TREND_SHARE * smoothAt(market.seed, second / 900);
  const pull = Math.log(market.price / model.startPrice) / (model.memoryDays * DAY_SECONDS);
  const change = deviation * (shock * moodAt(model.factor, second, seed) + trend) - pull;
  return market.price * (1 + change);
}

function crossPrice(
  model: CrossModel,
  markets: Map<string, Market>,
  at: { market: Market; moment: Moment },
): number {
  const left = markets.get(model.left);
  const right = markets.get(model.right);
  if (left === undefined || right === undefined) return at.market.price;
  const gap = CROSS_GAP * smoothAt(at.market.seed, at.moment.second / 45);
  return left.price * right.price * (1 + gap);
}

const factorSeeds = new Map<string, number>();

function factorSeed(factor: Factor, seed: string): number {
  const key = `${seed}/factor/${factor}`;
  let known = factorSeeds.get(key);
  if (known === undefined) {
    known = seedOf(key);
    factorSeeds.set(key, known);
  }
  return known;
}

function factorAt(factor: Factor, second: number, seed: string): number {
  return factor === 'none' ? 0 : normalAt(factorSeed(factor, seed), second);
}

/** How lively the group is: calm and busy spells of minutes and hours, about 1 on average. */
function moodAt(factor: Factor, second: number, seed: string): number {
  const base = factorSeed(factor, seed);
  return Math.exp(
    0.55 * smoothAt(base + 1, second / 1_500) + 0.4 * smoothAt(base + 2, second / 15_000) - 0.08,
  );
}

function quoteOf(
  market: Market,
  step: { at: number; second: number; wentUp: boolean },
): SourceQuote {
  const ticks = Math.max(1, Math.round(market.price / market.tick));
  const withMove = uniformAt(market.seed + 3, step.second) < 0.8;
  return {
    symbol: market.instrument.symbol,
    price: (BigInt(ticks) * market.instrument.tickSize) as Price,
    quantity: tradedQuantity(market, step.second),
    takerSide: step.wentUp === withMove ? 'buy' : 'sell',
    at: step.at,
  };
}

function tradedQuantity(market: Market, second: number): Amount {
  const average = market.model.dailyTurnover / DAY_SECONDS / market.price / market.lot;
  const size = Math.exp(0.9 * normalAt(market.seed + 4, second) - 0.4);
  const lots = Math.max(1, Math.round(average * size));
  return (BigInt(lots) * market.instrument.lotSize) as Amount;
}
