/** A year of made daily candles that ends exactly where the simulator begins (ADR 0006). */
import { type Amount, notional, type Price } from '@tern/money';
import type { Instrument } from '../../../kernel/instruments.ts';
import { isOpen } from '../../../kernel/trading-hours.ts';
import type { Candle } from '../candles/candle.ts';
import { DAY_MS, floorTo, HOUR_MS, MINUTE_MS } from '../candles/intervals.ts';
import { type MarketModel, marketModels, type MovingModel } from './market-model-table.ts';
import { normalAt, seedOf } from './noise.ts';

const HISTORY_DAYS = 365;
const RANGE = 0.35;

interface Day {
  readonly start: number;
  /** Minutes in which the market was open. */
  readonly openMinutes: number;
}

/** Prices at the end of each day, newest first, and one more: where the oldest day opened. */
type Closes = readonly number[];

/**
 * Daily candles of every instrument with a model, oldest first; the last day ends at `endsAt`.
 * Closed days have no candle. Units: `endsAt` epoch milliseconds, on a minute.
 */
export function makeDailyHistory(
  instruments: readonly Instrument[],
  seed: string,
  endsAt: number,
): Map<string, Candle[]> {
  const bySymbol = new Map(instruments.map((instrument) => [instrument.symbol, instrument]));
  const closesOf = new Map<string, Closes>();
  const history = new Map<string, Candle[]>();
  for (const model of marketModels) {
    const instrument = bySymbol.get(model.symbol);
    if (instrument === undefined) continue;
    const days = openDays(instrument, endsAt);
    const closes = closesFor(model, days, { closesOf, seed });
    closesOf.set(model.symbol, closes);
    const candles = days.map((day, index) =>
      dayCandle(day, {
        model,
        instrument,
        open: closes[index + 1] ?? 0,
        close: closes[index] ?? 0,
        seed: seedOf(`${seed}/history/${model.symbol}`),
      }),
    );
    history.set(model.symbol, candles.reverse());
  }
  return history;
}

/** Newest first. */
function openDays(instrument: Instrument, endsAt: number): Day[] {
  const lastDay = floorTo(endsAt - 1, DAY_MS);
  const days: Day[] = [];
  for (let back = 0; back <= HISTORY_DAYS; back += 1) {
    const start = lastDay - back * DAY_MS;
    let openMinutes = 0;
    for (let hour = start; hour < Math.min(start + DAY_MS, endsAt); hour += HOUR_MS) {
      if (!isOpen(instrument.hours, hour)) continue;
      openMinutes += (Math.min(hour + HOUR_MS, endsAt) - hour) / MINUTE_MS;
    }
    if (openMinutes > 0) days.push({ start, openMinutes });
  }
  return days;
}

function closesFor(
  model: MarketModel,
  days: readonly Day[],
  made: { closesOf: Map<string, Closes>; seed: string },
): Closes {
  if (model.kind === 'moving') return movingCloses(model, days, made.seed);
  const left = made.closesOf.get(model.left);
  const right = made.closesOf.get(model.right);
  if (left === undefined || right === undefined) {
    throw new Error(`${model.symbol} needs ${model.left} and ${model.right}`);
  }
  return left.map((price, index) => price * (right[index] ?? 1));
}

/** Walks back in time from the start price. */
function movingCloses(model: MovingModel, days: readonly Day[], seed: string): number[] {
  const own = seedOf(`${seed}/history/${model.symbol}`);
  const shared = seedOf(`${seed}/history/factor/${model.factor}`);
  const weight = Math.sqrt(1 - model.correlation * model.correlation);
  const kept = Math.exp(-1 / model.memoryDays);
  const deviation = dailyDeviation(model) * Math.min(1, Math.sqrt(model.memoryDays / 2));
  const closes = [model.startPrice];
  let distance = 0;
  for (const day of days) {
    const dayNumber = day.start / DAY_MS;
    const shock =
      model.correlation * normalAt(shared, dayNumber) + weight * normalAt(own, dayNumber);
    distance = distance * kept - deviation * shock * Math.sqrt(day.openMinutes / 1440);
    closes.push(model.startPrice * Math.exp(distance));
  }
  return closes;
}

function dailyDeviation(model: MarketModel): number {
  return model.yearlyVolatility / Math.sqrt(365);
}

interface DayMaking {
  readonly model: MarketModel;
  readonly instrument: Instrument;
  readonly open: number;
  readonly close: number;
  readonly seed: number;
}

function dayCandle(day: Day, making: DayMaking): Candle {
  const { model, instrument, seed } = making;
  const { tickSize, lotSize } = instrument;
  const tick = Number(tickSize) / 1e18;
  const lot = Number(lotSize) / 1e18;
  const dayNumber = day.start / DAY_MS;
  const share = day.openMinutes / 1440;
  const reach = dailyDeviation(model) * RANGE * Math.sqrt(share);
  const open = Math.max(1, Math.round(making.open / tick));
  const close = Math.max(1, Math.round(making.close / tick));
  const high = Math.round(
    Math.max(open, close) * (1 + reach * Math.abs(normalAt(seed + 1, dayNumber))),
  );
  const low = Math.max(
    1,
    Math.round(Math.min(open, close) * (1 - reach * Math.abs(normalAt(seed + 2, dayNumber)))),
  );
  const size = Math.exp(0.28 * normalAt(seed + 3, dayNumber));
  const lots = Math.max(1, Math.round(((model.dailyTurnover * share) / making.close / lot) * size));
  const price = (ticks: number) => (BigInt(ticks) * tickSize) as Price;
  const amount = (BigInt(lots) * lotSize) as Amount;
  const average = price(Math.round((open + close + high + low) / 4));
  return {
    start: day.start,
    open: price(open),
    high: price(high),
    low: price(low),
    close: price(close),
    amount,
    vol: notional(average, amount, 'down'),
    count: day.openMinutes * 60,
  };
}
