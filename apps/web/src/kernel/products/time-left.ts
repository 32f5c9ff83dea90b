/** The time until a payout; pure: the present is an argument, in milliseconds since 1970. */

const MINUTE_MS = 60_000;
const HOUR_MINUTES = 60;

export interface TimeLeft {
  hours: number;
  minutes: number;
}

/** The time until `at`, ISO 8601, in started minutes; undefined once it is due. */
export function timeLeft(at: string | null, now: number): TimeLeft | undefined {
  if (at === null || Date.parse(at) <= now) return undefined;
  const minutes = Math.ceil((Date.parse(at) - now) / MINUTE_MS);
  return { hours: Math.floor(minutes / HOUR_MINUTES), minutes: minutes % HOUR_MINUTES };
}
