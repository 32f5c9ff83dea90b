/** Candles finer than those kept of the made history: worked out of the coarser ones on demand (ADR 15). */
import type { Instrument } from '../../../kernel/catalog/instruments.ts';
import { splitMadeDay, splitMadeHour } from '../simulator/history.ts';
import type { Candle } from '../../../kernel/prices/candle.ts';

export interface History {
  readonly instrument: Instrument;
  readonly seed: string;
  /** Where the made history ends, epoch milliseconds. */
  readonly endsAt: number;
}

/** Splits made days into hours, or made hours into what is shorter, in order of time; joined again they are the same. */
export function splitCandles(
  candles: readonly Candle[],
  { instrument, ...by }: History,
  rungs: { readonly from: 1440 | 60; readonly to: 60 | 30 | 15 | 5 | 1 },
): Candle[] {
  if (rungs.from === rungs.to) return [...candles];
  if (rungs.from === 60) {
    return candles.flatMap((hour) => splitMadeHour(hour, instrument, { ...by, minutes: rungs.to }));
  }
  const hours = candles.flatMap((day) => splitMadeDay(day, instrument, by));
  return splitCandles(hours, { instrument, ...by }, { from: 60, to: rungs.to });
}
