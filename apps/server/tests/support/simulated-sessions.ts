/** Sessions of the simulated market as published, computed fast by the product's own functions for many days. */
import { readFileSync } from 'node:fs';
import { type Amount, decimal, type Price } from '@tern/money';
import {
  dayRandomness,
  MINUTE_SECONDS,
  type StreamMinute,
} from '../../src/features/market/pricing/simulator/day-randomness.ts';
import { BLOCK_WORDS } from '../../src/features/market/pricing/simulator/keyed-words.ts';
import { startPriceOf } from '../../src/features/market/pricing/simulator/market-model-table.ts';
import {
  type SimulatedInstrument,
  type SimulatedMarket,
  simulatedMarkets,
} from '../../src/features/market/pricing/simulator/simulated-day.ts';
import { minuteMoves, wholeTicks } from '../../src/features/market/pricing/simulator/tick-steps.ts';
import {
  tradingActivity,
  secondLots,
  takerSide,
} from '../../src/features/market/pricing/simulator/trading.ts';
import { daySeed, marketDay } from '../../src/kernel/prices/market-seed.ts';
import type { TradingHours } from '../../src/kernel/catalog/trading-hours.ts';
import type { PublishedMarket, Session } from './contract-strategies.ts';

const SEED_FILE = new URL('../../migrations/seeds/catalog/instruments.json', import.meta.url);

interface SeedRow {
  readonly symbol: string;
  readonly quote: string;
  readonly class: SimulatedInstrument['class'];
  readonly hours: TradingHours;
  readonly tick: number;
  readonly lot: number;
}

/** The fields of seeded instruments used by the simulator. */
export const seededInstruments: readonly SimulatedInstrument[] = (
  JSON.parse(readFileSync(SEED_FILE, 'utf8')) as readonly SeedRow[]
).map(({ tick, lot, symbol, quote, class: group, hours }) => ({
  symbol,
  quote,
  class: group,
  hours,
  tickSize: decimal<Price>(tick.toFixed(9)),
  lotSize: decimal<Amount>(lot.toFixed(9)),
}));

const DAY_MS = 86_400_000;
const HOUR_MINUTES = 60;

export interface SessionMarket extends PublishedMarket {
  readonly market: SimulatedMarket;
}

/**
 * Some hours of one day, each market from its start price on; markets that are closed then are left out.
 * Units: `day` epoch milliseconds of its midnight, `fromHour` and `hours` whole hours.
 */
export function simulatedSession(
  seed: string,
  {
    day,
    fromHour,
    hours,
  }: { readonly day: number; readonly fromHour: number; readonly hours: number },
): Session & { readonly markets: readonly SessionMarket[] } {
  const chance = dayRandomness(daySeed(seed, marketDay(day)), day);
  const seconds = hours * HOUR_MINUTES * MINUTE_SECONDS;
  const firstMinute = fromHour * HOUR_MINUTES;
  const all = simulatedMarkets(seededInstruments);
  const made = new Map<string, SessionMarket>();
  const streams = new Map<string, StreamMinute[]>();
  const own = new Uint32Array(BLOCK_WORDS);
  for (const [symbol, market] of all) {
    const season = chance.season(market.instrument).subarray(firstMinute, firstMinute + hours * 60);
    if (season.some((usual) => usual === 0)) continue;
    const start = startPriceOf(market.model);
    const prices = new Float64Array(seconds);
    const flow = new Float64Array(seconds);
    const words = chance.words(`${symbol}/trades`, firstMinute * MINUTE_SECONDS, seconds);
    let price = Math.round(start / market.tick);
    for (let minute = 0; minute < hours * HOUR_MINUTES; minute += 1) {
      const at = firstMinute + minute;
      const parts = market.loadings.map(({ stream, weight }) => {
        const known = streams.get(stream.name) ?? [];
        streams.set(stream.name, known);
        return { weight, minute: (known[minute] ??= chance.minute(stream, at)) };
      });
      const { z, deviation } = minuteMoves(parts);
      const usual = market.deviation / Math.sqrt(MINUTE_SECONDS);
      for (let part = 0; part < MINUTE_SECONDS; part += 1) {
        const second = minute * MINUTE_SECONDS + part;
        const ticks = wholeTicks(z[part] ?? 0, ((deviation[part] ?? 0) * start) / market.tick);
        const { model } = market;
        const before = price;
        if (model.kind === 'cross') {
          const [left, right] = [made.get(model.left)!, made.get(model.right)!];
          price = Math.round(productAt(left, right, second) / market.tick);
        } else price += ticks;
        prices[second] = price;
        for (let word = 0; word < BLOCK_WORDS; word += 1)
          own[word] = words[BLOCK_WORDS * second + word]!;
        const lively = tradingActivity(
          ((deviation[part] ?? 0) / usual) ** 2,
          season[minute] ?? 0,
          Math.abs(z[part] ?? 0),
        );
        const moment = { activity: lively, price: price * market.tick, ticks: price - before };
        const lots = secondLots(market, moment, own);
        flow[second] = takerSide(ticks, own) === 'buy' ? lots : -lots;
      }
    }
    made.set(symbol, {
      market,
      symbol,
      group: market.instrument.class,
      prices,
      flow,
      tick: market.tick / start,
      deviation: market.deviation / Math.sqrt(MINUTE_SECONDS),
      implied: impliedBy(market, made, seconds),
    });
  }
  return { seconds, markets: [...made.values()] };
}

function productAt(left: SessionMarket, right: SessionMarket, second: number): number {
  return (
    (left.prices[second] ?? 0) * left.market.tick * (right.prices[second] ?? 0) * right.market.tick
  );
}

function impliedBy(
  { model, tick }: SimulatedMarket,
  made: ReadonlyMap<string, SessionMarket>,
  seconds: number,
): Float64Array | undefined {
  if (model.kind !== 'cross') return undefined;
  const [left, right] = [made.get(model.left)!, made.get(model.right)!];
  return Float64Array.from(
    { length: seconds },
    (_, second) => productAt(left, right, second) / tick,
  );
}

/** Midnights of consecutive days from a Monday. */
export function daysFrom(iso: string, count: number): number[] {
  const first = Date.parse(iso);
  return Array.from({ length: count }, (_, index) => first + index * DAY_MS);
}
