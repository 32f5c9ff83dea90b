/** The stored past of a symbol that had none, out of the hours and minutes a source tells. Pure. */
import { type Candle, joinCandles } from '../../../kernel/prices/candle.ts';
import { floorTo } from '../../../kernel/prices/intervals.ts';
import type { ClosedCandle } from '../store.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../platform/durations.ts';

export interface BackfilledHistory {
  /** Oldest first, as are the minutes. */
  readonly hours: readonly Candle[];
  readonly minutes: readonly Candle[];
}

/** Only what is over. Days are joined of hours, because a source's own days may begin at another time than ours. */
export function planBeginning(
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
