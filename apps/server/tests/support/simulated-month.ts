/** Some simulated markets over many days, second by second with the product's own functions, recorded by the minute. */
import {
  simulatedDay,
  simulatedMarkets,
} from '../../src/features/market/pricing/simulator/simulated-day.ts';
import { startPriceOf } from '../../src/features/market/pricing/simulator/market-model-table.ts';
import { daySeed, marketDay } from '../../src/kernel/prices/market-seed.ts';
import { isOpen } from '../../src/kernel/catalog/trading-hours.ts';
import type { MinuteSeries } from './market-statistics.ts';
import { seededInstruments } from './simulated-sessions.ts';

const DAY_SECONDS = 86_400;
const MINUTE_SECONDS = 60;

export interface SimulatedSeries extends MinuteSeries {
  /** Seconds from one trade to the next. */
  readonly gaps: number[];
}

/** Markets move by their own loadings; crosses are not simulated here. */
export function simulatedMonth(
  seed: string,
  symbols: readonly string[],
  days: readonly number[],
): Map<string, SimulatedSeries> {
  const markets = [...simulatedMarkets(seededInstruments)].filter(([symbol]) =>
    symbols.includes(symbol),
  );
  const series = new Map<string, SimulatedSeries>();
  for (const [symbol, market] of markets) {
    const made: SimulatedSeries = { start: [], close: [], volume: [], gaps: [] };
    series.set(symbol, made);
    let price = startPriceOf(market.model);
    let sinceTrade = 0;
    for (const from of days) {
      const day = simulatedDay(marketDay(from), daySeed(seed, marketDay(from)));
      const scale = price;
      let volume = 0;
      for (let second = 0; second < DAY_SECONDS; second += 1) {
        if (
          second % MINUTE_SECONDS === 0 &&
          !isOpen(market.instrument.hours, from + second * 1000)
        ) {
          second += MINUTE_SECONDS - 1;
          continue;
        }
        const ticks = day.ticksMoved(market, scale, second);
        price += ticks * market.tick;
        const quantity = Number(day.trade(market, second, { price, ticks }).quantity) / 1e18;
        volume += quantity;
        sinceTrade += 1;
        if (quantity > 0) {
          made.gaps.push(sinceTrade);
          sinceTrade = 0;
        }
        if (second % MINUTE_SECONDS !== MINUTE_SECONDS - 1) continue;
        made.start.push(from + (second - MINUTE_SECONDS + 1) * 1000);
        made.close.push(price);
        made.volume.push(volume);
        volume = 0;
      }
    }
  }
  return series;
}
