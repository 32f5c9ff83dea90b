/** Plans how backfilled candles are joined to the stored and running ones. Pure. */
import { type Amount, larger, type Price, smaller, ZERO } from '@tern/money';
import { type Candle, joinCandles } from '../../../../kernel/prices/candle.ts';
import { floorTo, type Interval } from '../../../../kernel/prices/intervals.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../platform/durations.ts';
import { joinRunning } from '../plan-tick.ts';
import type { ClosedCandle } from '../store.ts';
import type { SymbolState } from '../symbol-state.ts';

export interface PlannedBackfill {
  readonly closed: readonly ClosedCandle[];
  readonly running: ReadonlyMap<Interval, Candle>;
}

/**
 * Changes nothing; the plan takes effect once it is stored. Our own closed minutes stay unchanged. The minute that the
 * gap interrupted is completed and never gets a narrower range.
 * Shape: `minutes` oldest first.
 */
export function planBackfill(state: SymbolState, minutes: readonly Candle[]): PlannedBackfill {
  const running = new Map(state.running);
  const own = running.get('1min');
  const closed: ClosedCandle[] = [];
  // After the last tick only backfilled candles count.
  const gaps = [...state.gaps, { from: state.chain.at, to: Number.POSITIVE_INFINITY }];
  for (const minute of minutes) {
    if (own !== undefined && minute.start < own.start) continue;
    const part = minute.start === own?.start ? restOf(minute, own) : minute;
    closed.push(...joinRunning(running, part, { instrument: state.instrument, gaps }));
  }
  return { closed, running };
}

/** The part of the backfilled minute that our own minute lacks. */
function restOf(backfilled: Candle, own: Candle): Candle {
  return {
    start: backfilled.start,
    open: own.close,
    high: larger<Price>(backfilled.high, own.high),
    low: smaller<Price>(backfilled.low, own.low),
    close: backfilled.close,
    amount: larger<Amount>((backfilled.amount - own.amount) as Amount, ZERO),
    vol: larger<Amount>((backfilled.vol - own.vol) as Amount, ZERO),
    count: Math.max(0, backfilled.count - own.count),
  };
}

export interface BackfilledHistory {
  /** Oldest first, as are the minutes. */
  readonly hours: readonly Candle[];
  readonly minutes: readonly Candle[];
}

/** The first history of a symbol: closed candles only. Days are joined from hours, because a source's days may start at another time than ours. */
export function planFirstHistory(
  instrumentId: number,
  { hours, minutes }: BackfilledHistory,
  now: number,
): ClosedCandle[] {
  const firstDay = Math.ceil((hours[0]?.start ?? now) / DAY_MS) * DAY_MS;
  const today = floorTo(now, DAY_MS);
  const days = new Map<number, Candle[]>();
  for (const hour of hours) {
    const day = floorTo(hour.start, DAY_MS);
    if (day >= firstDay && day < today) days.set(day, [...(days.get(day) ?? []), hour]);
  }
  const closed = (length: ClosedCandle['minutes'], candles: readonly Candle[]): ClosedCandle[] =>
    candles.map((candle) => ({ instrumentId, minutes: length, candle }));
  return [
    ...closed(
      1440,
      [...days].map(([start, parts]) => joinCandles(parts, start)),
    ),
    ...closed(
      60,
      hours.filter((hour) => hour.start < floorTo(now, HOUR_MS)),
    ),
    ...closed(
      1,
      minutes.filter((minute) => minute.start < floorTo(now, MINUTE_MS)),
    ),
  ];
}
