/** How much a market moves in a second: taken from its model, or measured for live markets (ADR 19). */
import type { Price } from '@tern/money';
import type { Candle } from '../../../kernel/prices/candle.ts';
import { marketModels, minuteDeviation } from './simulator/market-model-table.ts';
import type { SymbolState } from './symbol-state.ts';
import { HOUR_MS } from '../../../platform/durations.ts';

/** With fewer hours the market's model is used. */
const HOURS_NEEDED = 12;
const HOUR_SECONDS = 3_600;
const MINUTE_SECONDS = 60;

/** Deviation of the log price over one second of open time. @throws undefined when nothing is known */
export function secondDeviation(state: SymbolState, isSimulated: boolean): number | undefined {
  const measured = isSimulated ? undefined : measuredDeviation(state.day.hours);
  return measured ?? modelDeviation(state);
}

function modelDeviation({ instrument }: SymbolState): number | undefined {
  const model = marketModels.find(({ symbol }) => symbol === instrument.symbol);
  return model === undefined
    ? undefined
    : minuteDeviation(model, instrument) / Math.sqrt(MINUTE_SECONDS);
}

/** The root of the mean square of the hourly returns of the last day. */
export function measuredDeviation(hours: readonly Candle[]): number | undefined {
  const squares: number[] = [];
  for (const [index, hour] of hours.entries()) {
    const before = hours[index - 1];
    if (before?.start !== hour.start - HOUR_MS) continue;
    squares.push(Math.log(ratioOf(hour.close, before.close)) ** 2);
  }
  if (squares.length < HOURS_NEEDED) return undefined;
  const mean = squares.reduce((sum, square) => sum + square, 0) / squares.length;
  return Math.sqrt(mean / HOUR_SECONDS);
}

function ratioOf(price: Price, before: Price): number {
  return Number(price) / Number(before);
}
