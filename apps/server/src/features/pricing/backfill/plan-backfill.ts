/** Candles of a time when nobody listened, joined to those that are known. Pure. */
import { type Amount, larger, type Price, smaller, ZERO } from '@tern/money';
import type { Candle } from '../../../kernel/prices/candle.ts';
import type { Interval } from '../../../kernel/prices/intervals.ts';
import { joinRunning } from '../plan-tick.ts';
import type { ClosedCandle } from '../store.ts';
import type { SymbolState } from '../symbol-state.ts';

export interface PlannedBackfill {
  readonly closed: readonly ClosedCandle[];
  readonly running: ReadonlyMap<Interval, Candle>;
}

/**
 * Changes nothing yet: what is planned counts once it is stored. Own minutes that are over stay as they are;
 * the one that the silence cut short is completed, and never becomes narrower than what was heard.
 * Shape: `minutes` in order of time.
 */
export function planBackfill(state: SymbolState, minutes: readonly Candle[]): PlannedBackfill {
  const running = new Map(state.running);
  const own = running.get('1min');
  const closed: ClosedCandle[] = [];
  // Of the time since the last tick nothing is known but what is told.
  const gaps = [...state.gaps, { from: state.chain.at, to: Number.POSITIVE_INFINITY }];
  for (const minute of minutes) {
    if (own !== undefined && minute.start < own.start) continue;
    const part = minute.start === own?.start ? restOf(minute, own) : minute;
    closed.push(...joinRunning(running, part, { instrument: state.instrument, gaps }));
  }
  return { closed, running };
}

/** What the told minute has beyond the heard one. */
function restOf(told: Candle, heard: Candle): Candle {
  return {
    start: told.start,
    open: heard.close,
    high: larger<Price>(told.high, heard.high),
    low: smaller<Price>(told.low, heard.low),
    close: told.close,
    amount: larger<Amount>((told.amount - heard.amount) as Amount, ZERO),
    vol: larger<Amount>((told.vol - heard.vol) as Amount, ZERO),
    count: Math.max(0, told.count - heard.count),
  };
}
