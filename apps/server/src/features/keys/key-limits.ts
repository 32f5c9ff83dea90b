/** The request limit of each key: fixed windows in memory, reported in the headers of every answer. */
import type { Clock } from '../../platform/clock.ts';

/** The same size as HTX's own limits (ADR 21). */
export const KEY_LIMIT = { requests: 100, windowMs: 2_000 } as const;

interface Window {
  startedAt: number;
  used: number;
}

export interface Quota {
  isOver: boolean;
  headers: Record<string, string>;
}

export interface KeyLimits {
  /** Counts one request of the key. */
  take(keyId: number): Quota;
}

/** Beyond this many windows, expired ones are removed. */
const WINDOWS_SWEEP = 10_000;

export function createKeyLimits(clock: Clock): KeyLimits {
  const windows = new Map<number, Window>();
  const isOver = (window: Window, now: number) => now - window.startedAt >= KEY_LIMIT.windowMs;
  const sweep = (now: number) => {
    for (const [id, window] of windows) if (isOver(window, now)) windows.delete(id);
  };
  return {
    take(keyId) {
      const now = clock.now();
      let window = windows.get(keyId);
      // A clock set back starts a new window.
      if (window === undefined || isOver(window, now) || window.startedAt > now) {
        if (windows.size >= WINDOWS_SWEEP) sweep(now);
        window = { startedAt: now, used: 0 };
        windows.set(keyId, window);
      }
      window.used += 1;
      const endsAt = window.startedAt + KEY_LIMIT.windowMs;
      const remaining = String(Math.max(0, KEY_LIMIT.requests - window.used));
      const seconds = String(Math.ceil((endsAt - now) / 1_000));
      const over = window.used > KEY_LIMIT.requests;
      return {
        isOver: over,
        headers: {
          'ratelimit-limit': String(KEY_LIMIT.requests),
          'ratelimit-remaining': remaining,
          'ratelimit-reset': seconds,
          'x-hb-ratelimit-requests-remain': remaining,
          'x-hb-ratelimit-requests-expire': String(endsAt),
          ...(over ? { 'retry-after': seconds } : {}),
        },
      };
    },
  };
}
