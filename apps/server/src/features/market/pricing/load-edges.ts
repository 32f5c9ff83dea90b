/** Loads the minutes of the hour that is leaving the rolling day, once an hour for all symbols. */
import type { Reader } from '../../../platform/database/database.ts';
import { HOUR_MS } from '../../../platform/durations.ts';
import { floorTo } from '../../../kernel/prices/intervals.ts';
import { edgeHour } from './candles/rolling-day.ts';
import { splitCandles } from './candles/split-candles.ts';
import { minutesIn } from './store.ts';
import { historyOf, type SymbolState } from './symbol-state.ts';

/** Minutes of simulated history are split from the hour in memory; the others are read. */
export async function loadEdges(
  reader: Reader,
  states: readonly SymbolState[],
  now: number,
): Promise<void> {
  const hour = edgeHour(now);
  const ids = states.map((state) => state.instrument.id);
  const stored = await minutesIn(reader, ids, { from: hour, lengthMs: HOUR_MS });
  for (const state of states) {
    const history = historyOf(state);
    const isSimulated = history !== undefined && hour < floorTo(history.endsAt, HOUR_MS);
    const minutes = isSimulated
      ? splitCandles(
          state.day.hours.filter((candle) => candle.start === hour),
          history,
          { from: 60, to: 1 },
        )
      : stored.filter((minute) => minute.instrumentId === state.instrument.id);
    state.day = { ...state.day, edge: { hour, minutes } };
  }
}
