/** The last 24 hours, exact to the minute: full hours plus the minutes of the hour that is leaving the window. */
import type { Price } from '@tern/money';
import { type Candle, joinCandles } from '../../../../kernel/prices/candle.ts';
import { floorTo } from '../../../../kernel/prices/intervals.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../platform/durations.ts';

export interface RollingDay {
  /** Closed hours, oldest first. */
  readonly hours: readonly Candle[];
  /** The hour the window begins in, and its minutes, oldest first. */
  readonly edge: { readonly hour: number; readonly minutes: readonly Candle[] };
}

/** The hours of a day and the one that is leaving it. */
export const HOURS_KEPT = 25;

/** Start of the window that ends now. Units: epoch milliseconds, on a minute. */
function windowStart(now: number): number {
  return floorTo(now, MINUTE_MS) - DAY_MS;
}

export function edgeHour(now: number): number {
  return floorTo(windowStart(now), HOUR_MS);
}

/** The window as one candle; undefined when nothing was traded in it. */
export function lastDay(
  day: RollingDay,
  runningHour: Candle | undefined,
  now: number,
): Candle | undefined {
  const start = windowStart(now);
  const edge = edgeHour(now);
  const isEdgeKnown = day.edge.hour === edge;
  const minutes = isEdgeKnown ? day.edge.minutes.filter((minute) => minute.start >= start) : [];
  const firstHour = isEdgeKnown ? edge + HOUR_MS : edge;
  const hours = day.hours.filter((hour) => hour.start >= firstHour);
  const parts = [...minutes, ...hours];
  if (runningHour !== undefined && runningHour.start >= firstHour) parts.push(runningHour);
  return parts.length === 0 ? undefined : joinCandles(parts, start);
}

/** The last 24 hourly closes, oldest first, the running hour's included. */
export function hourlyCloses(day: RollingDay, runningHour: Candle | undefined): Price[] {
  const closes = day.hours.map((hour) => hour.close);
  if (runningHour !== undefined) closes.push(runningHour.close);
  return closes.slice(-24);
}
