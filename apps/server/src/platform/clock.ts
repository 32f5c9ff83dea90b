/** The clock port: the only place that tells time. */

export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** ISO 8601 UTC with milliseconds, the wire's form of a time. */
export function isoTime(at: number): string {
  return new Date(at).toISOString();
}
