/** Support hours in a time zone: whether support is open, and when it opens or closes next. Pure. */
import { DAY_MS, MINUTE_MS } from '../../../platform/durations.ts';

/** Minutes of the day from which to which support is open; `to` may be 1440. */
interface OpenMinutes {
  from: number;
  to: number;
}

export interface SupportHours {
  /** IANA name. */
  zone: string;
  /** Monday to Sunday; null: closed all day. */
  days: readonly (OpenMinutes | null)[];
}

const TIME = /^([01]\d|2[0-3]):([0-5]\d)$|^(24):(00)$/;

function minuteOf(text: unknown): number {
  const match = typeof text === 'string' ? TIME.exec(text) : null;
  if (match === null) throw new Error(`not a time of day: ${String(text)}`);
  return Number(match[1] ?? match[3]) * 60 + Number(match[2] ?? match[4]);
}

/** @throws Error for an unknown zone, other than seven days, or hours that end before they begin */
export function parseHours(value: unknown): SupportHours {
  const { zone, days } = (value ?? {}) as { zone?: unknown; days?: unknown };
  if (typeof zone !== 'string' || !isZone(zone)) throw new Error('unknown time zone');
  if (!Array.isArray(days) || days.length !== 7) throw new Error('support hours need seven days');
  return {
    zone,
    days: days.map((day: unknown) => {
      if (day === null) return null;
      if (!Array.isArray(day) || day.length !== 2) throw new Error('a day is [from, to] or null');
      const [from, to] = day.map(minuteOf) as [number, number];
      if (to <= from) throw new Error('support hours end before they begin');
      return { from, to };
    }),
  };
}

function isZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone }).format(0);
    return true;
  } catch {
    return false;
  }
}

/** Made once for each zone of the settings: it costs more than all that it formats. */
const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(zone: string): Intl.DateTimeFormat {
  const known = clocks.get(zone);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  clocks.set(zone, made);
  return made;
}

/** The clock of a zone, as if it were UTC: epoch ms. */
function wallClock(at: number, zone: string): number {
  const parts = clockOf(zone).formatToParts(at);
  const of = (type: string) => Number(parts.find((part) => part.type === type)?.value);
  return Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'));
}

/** When the zone's clock shows `wall`. In the hour that a change of clocks skips, the time after it. */
function timeOfWall(wall: number, zone: string): number {
  const first = wall - (wallClock(wall, zone) - wall);
  return first - (wallClock(first, zone) - wall);
}

/** From a day before to eight days after, so that every weekday comes next once. */
const DAYS = [-1, 0, 1, 2, 3, 4, 5, 6, 7, 8];

/** The open intervals around `now`, epoch ms, those that touch merged. */
function intervalsAround({ zone, days }: SupportHours, now: number): [from: number, to: number][] {
  const today = Math.floor(wallClock(now, zone) / DAY_MS) * DAY_MS;
  const merged: [number, number][] = [];
  for (const offset of DAYS) {
    const midnight = today + offset * DAY_MS;
    // 1 January 1970 was a Thursday.
    const open = days[(midnight / DAY_MS + 3) % 7];
    if (open === null || open === undefined) continue;
    const from = timeOfWall(midnight + open.from * MINUTE_MS, zone);
    const to = timeOfWall(midnight + open.to * MINUTE_MS, zone);
    const last = merged.at(-1);
    if (last !== undefined && last[1] >= from) last[1] = Math.max(last[1], to);
    else merged.push([from, to]);
  }
  return merged;
}

export interface OpenState {
  isOpen: boolean;
  /** Epoch ms; null while open, or if support never opens. */
  opensAt: number | null;
  /** Epoch ms; null while closed, or if support never closes. */
  closesAt: number | null;
}

/** Whether support is open at `now` (epoch ms), and when that changes. */
export function openStateAt(hours: SupportHours, now: number): OpenState {
  const intervals = intervalsAround(hours, now);
  const current = intervals.find(([from, to]) => from <= now && now < to);
  if (current !== undefined) {
    const isForever = current[1] - now > 7 * DAY_MS;
    return { isOpen: true, opensAt: null, closesAt: isForever ? null : current[1] };
  }
  const next = intervals.find(([from]) => from > now);
  return { isOpen: false, opensAt: next?.[0] ?? null, closesAt: null };
}
