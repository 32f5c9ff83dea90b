/** Splits stored candles of the simulated history into finer ones on demand (ADR 15). */
import type { Instrument } from '../../../../kernel/catalog/instruments.ts';
import { splitSimulatedDay, splitSimulatedHour } from '../simulator/history.ts';
import type { Candle } from '../../../../kernel/prices/candle.ts';

export interface History {
  readonly instrument: Instrument;
  readonly seed: string;
  /** Where the simulated history ends, epoch milliseconds. */
  readonly endsAt: number;
}

/** Splits simulated days into hours, or hours into shorter candles, oldest first. Joined again they equal the original. */
export function splitCandles(
  candles: readonly Candle[],
  { instrument, ...by }: History,
  rungs: { readonly from: 1440 | 60; readonly to: 60 | 30 | 15 | 5 | 1 },
): Candle[] {
  if (rungs.from === rungs.to) return [...candles];
  if (rungs.from === 60) {
    return candles.flatMap((hour) =>
      splitSimulatedHour(hour, instrument, { ...by, minutes: rungs.to }),
    );
  }
  const hours = candles.flatMap((day) => splitSimulatedDay(day, instrument, by));
  return splitCandles(hours, { instrument, ...by }, { from: 60, to: rungs.to });
}
