/** Candles finer than those kept of the made history: split out of the coarser ones on demand (ADR 0006). */
import type { Instrument } from '../../../kernel/instruments.ts';
import { isOpen } from '../../../kernel/trading-hours.ts';
import { seedOf } from '../simulator/noise.ts';
import { type Part, refineCandle } from '../simulator/refine-candle.ts';
import type { Candle } from './candle.ts';
import { MINUTE_MS } from './intervals.ts';

/** Every length divides the one before, and each step down is split on its own, so all depths agree. */
const LADDER = [1440, 60, 30, 15, 5, 1] as const;
export type LadderMinutes = (typeof LADDER)[number];

export interface History {
  readonly instrument: Instrument;
  readonly seed: string;
  /** Where the made history ends, epoch milliseconds. */
  readonly endsAt: number;
}

/** Splits candles of one rung of the ladder into those of a lower one, in order of time. */
export function splitCandles(
  candles: readonly Candle[],
  history: History,
  rungs: { readonly from: LadderMinutes; readonly to: LadderMinutes },
): Candle[] {
  let current = [...candles];
  let length: LadderMinutes = rungs.from;
  for (const next of LADDER) {
    if (next >= length || next < rungs.to) continue;
    const step = { from: length, to: next };
    current = current.flatMap((candle) => splitOne(candle, history, step));
    length = next;
  }
  return current;
}

function splitOne(
  candle: Candle,
  { instrument, seed, endsAt }: History,
  step: { readonly from: number; readonly to: number },
): Candle[] {
  const end = Math.min(candle.start + step.from * MINUTE_MS, endsAt);
  const parts: Part[] = [];
  for (let start = candle.start; start < end; start += step.to * MINUTE_MS) {
    if (!isOpen(instrument.hours, start)) continue;
    const weight = Math.min(start + step.to * MINUTE_MS, end) - start;
    parts.push({ start, weight });
  }
  if (parts.length === 0) return [];
  return refineCandle(candle, parts, {
    grid: instrument,
    seed: seedOf(`${seed}/split/${instrument.symbol}/${step.to}/${candle.start}`),
  });
}
