/** The request limit of each key: fixed windows in memory, shared between programs, reported in the headers of every answer. */
import type { Bus } from '../../../platform/bus.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Job } from '../../../platform/feature.ts';
import type { Random } from '../../../platform/random.ts';
import { createSharedUse, SHARE_USE_MS } from '../../../platform/shared-use.ts';

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
  /** Counts one request of the key, or as many as it costs (`turnsOfRows`). */
  take(keyId: number, turns?: number): Quota;
  /** Informs the other programs of what was used here. */
  readonly job: Job;
}

/** Beyond this many windows, expired ones are removed. */
const WINDOWS_SWEEP = 10_000;

export function createKeyLimits({
  clock,
  bus,
  random,
}: {
  clock: Clock;
  bus: Bus;
  random: Random;
}): KeyLimits {
  const windows = new Map<number, Window>();
  const isOver = (window: Window, now: number) => now - window.startedAt >= KEY_LIMIT.windowMs;
  const sweep = (now: number) => {
    for (const [id, window] of windows) if (isOver(window, now)) windows.delete(id);
  };
  const windowOf = (keyId: number, now: number): Window => {
    const known = windows.get(keyId);
    // A clock set back starts a new window.
    if (known !== undefined && !isOver(known, now) && known.startedAt <= now) return known;
    if (windows.size >= WINDOWS_SWEEP) sweep(now);
    const window = { startedAt: now, used: 0 };
    windows.set(keyId, window);
    return window;
  };
  const shared = createSharedUse({ bus, random, topic: 'limits.keys' }, (keyId, count) => {
    windowOf(Number(keyId), clock.now()).used += count;
  });
  return {
    job: {
      name: 'limits.share-keys',
      everyMs: SHARE_USE_MS,
      runs: 'everywhere',
      run: async () => shared.share(),
    },
    take(keyId, turns = 1) {
      const now = clock.now();
      const window = windowOf(keyId, now);
      window.used += turns;
      shared.add(String(keyId), turns);
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
