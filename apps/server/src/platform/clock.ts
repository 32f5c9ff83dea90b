/** The clock port: the only source of the current time. */

export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** Rows written together mostly have the same time. */
let lastTime = { at: 0, text: '1970-01-01T00:00:00.000Z' };

/** ISO 8601 UTC with milliseconds, the API's form of a time. */
export function isoTime(at: number): string {
  if (at !== lastTime.at) lastTime = { at, text: new Date(at).toISOString() };
  return lastTime.text;
}

/** The calendar day of a time, UTC: `2026-11-28`. */
export const dayOf = (at: number): string => isoTime(at).slice(0, '2026-11-28'.length);
/** Epoch milliseconds of 00:00 UTC. */
export const startOfDay = (day: string): number => Date.parse(`${day}T00:00:00Z`);

/** A minute of the day as HH:MM, UTC in the API. */
export function timeOfDay(minute: number): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
}
