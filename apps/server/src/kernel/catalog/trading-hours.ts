/** When markets are open: crypto always, forex and metals in their weekly sessions (ADR 13). */
import { HOUR_MS } from '../../platform/durations.ts';

export type TradingHours = 'always' | 'forex' | 'metal';

const WEEK_HOURS = 168;
/** The epoch was a Thursday: shifted by four days, weeks start on Sunday 00:00 UTC. */
const SUNDAY_SHIFT_HOURS = 4 * 24;
/** Sunday 22:00 UTC. */
const OPENING_HOUR = 22;
/** Friday 22:00 UTC. */
const CLOSING_HOUR = 5 * 24 + 22;
/** Metals pause for the hour that starts at 22:00 UTC, Monday to Thursday. */
const METAL_PAUSE_HOUR = 22;

/** Whether orders and ticks are accepted at `at` (epoch milliseconds). */
export function isOpen(hours: TradingHours, at: number): boolean {
  if (hours === 'always') return true;
  const hourOfWeek = (Math.floor(at / HOUR_MS) + SUNDAY_SHIFT_HOURS) % WEEK_HOURS;
  if (hourOfWeek < OPENING_HOUR || hourOfWeek >= CLOSING_HOUR) return false;
  const isSunday = hourOfWeek < 24;
  return hours === 'forex' || isSunday || hourOfWeek % 24 !== METAL_PAUSE_HOUR;
}

/**
 * When a market that is closed at `at` opens next (epoch milliseconds); undefined while it is open. Sessions start on
 * the hour. Holidays are unknown here: without quotes the price becomes stale (ADR 13).
 */
export function nextOpening(hours: TradingHours, at: number): number | undefined {
  if (isOpen(hours, at)) return undefined;
  let opening = (Math.floor(at / HOUR_MS) + 1) * HOUR_MS;
  while (!isOpen(hours, opening)) opening += HOUR_MS;
  return opening;
}
