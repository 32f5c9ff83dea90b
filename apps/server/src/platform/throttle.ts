/** Limits repeated log lines: a persistent fault must not fill the log. */
import { MINUTE_MS } from './durations.ts';

/** Returns true at most once per key and interval. */
export type Throttle = (key: string | number) => boolean;

/** Beyond this many keys, expired ones are removed. */
const KEYS_MAX = 1_000;

export function createThrottle(now: () => number, intervalMs = MINUTE_MS): Throttle {
  const passedAt = new Map<string | number, number>();
  const removeExpired = (at: number): void => {
    for (const [key, passed] of passedAt) if (at - passed >= intervalMs) passedAt.delete(key);
  };
  return (key) => {
    const at = now();
    if (at - (passedAt.get(key) ?? Number.NEGATIVE_INFINITY) < intervalMs) return false;
    if (passedAt.size >= KEYS_MAX) removeExpired(at);
    passedAt.set(key, at);
    return true;
  };
}
