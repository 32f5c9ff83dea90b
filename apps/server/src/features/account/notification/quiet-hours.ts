/** Quiet hours by the clock on the wall of a time zone, also across midnight and changes of daylight saving time; pure. */
import type { QuietHours } from '../../../kernel/messaging/notice-preferences.ts';
import { MINUTE_MS } from '../../../platform/durations.ts';

const DAY_MINUTES = 24 * 60;
const CLOCK = /^([01]\d|2[0-3]):([0-5]\d)$/;

/** `22:30` as minutes after midnight; undefined for anything else. */
export function minuteOf(clock: string): number | undefined {
  const [, hours, minutes] = CLOCK.exec(clock) ?? [];
  return hours === undefined ? undefined : Number(hours) * 60 + Number(minutes);
}

/** The inverse of `minuteOf`. */
export function clockOf(minute: number): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
}

/** Whether it is an IANA name that this server knows. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).format(0) !== '';
  } catch {
    return false;
  }
}

/** Minutes after midnight on the wall. */
function wallMinute(at: number, timeZone: string): number {
  const shape = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone } as const;
  return minuteOf(new Intl.DateTimeFormat('en', shape).format(at)) ?? 0;
}

function isQuiet({ from, until }: QuietHours, minute: number): boolean {
  return from < until ? minute >= from && minute < until : minute >= from || minute < until;
}

/** More than any change of a clock. */
const BACK_MAX = 180;

/**
 * When the quiet hours end that `at` lies in, epoch ms; undefined outside of them. Where the clock leaps over the end, they end
 * with the leap.
 */
export function quietUntil(quiet: QuietHours, timeZone: string, at: number): number | undefined {
  const quietAt = (moment: number) => isQuiet(quiet, wallMinute(moment, timeZone));
  if (!quietAt(at)) return undefined;
  let end = Math.floor(at / MINUTE_MS) * MINUTE_MS;
  while (quietAt(end)) {
    const left = (quiet.until - wallMinute(end, timeZone) + DAY_MINUTES) % DAY_MINUTES;
    end += left * MINUTE_MS;
  }
  // A clock set forward meanwhile makes that too late.
  for (let back = 0; back < BACK_MAX && !quietAt(end - MINUTE_MS); back += 1) end -= MINUTE_MS;
  return end;
}
