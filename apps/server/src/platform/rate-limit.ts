/** Rate limits per caller and class of call: token buckets in memory, which the instances of a deployment share (ADR 59). */
import type { RateClass } from '@tern/protocol';
import type { Clock } from './clock.ts';
import type { Bus } from './bus.ts';
import type { Job } from './feature.ts';
import type { LimitKey } from './limit-key.ts';
import type { Random } from './random.ts';
import { createSharedUse, SHARE_USE_MS } from './shared-use.ts';
import { type Allowance, TokenBucket } from './token-bucket.ts';

/** Our choice (ADR 5): generous for people, tight for floods. */
export const allowances: Record<RateClass, Allowance> = {
  read: { perSecond: 50, burst: 200 },
  order: { perSecond: 50, burst: 200 },
  money: { perSecond: 5, burst: 50 },
  secret: { perSecond: 5, burst: 200 },
  captcha: { perSecond: 5, burst: 200 },
};

export interface RateLimiter {
  /**
   * Counts one call, or as many as it costs (`turnsOfRows`). Returns 0 if it is allowed, otherwise the milliseconds to wait.
   */
  take(key: LimitKey, rate: RateClass, turns?: number): number;
  /** Counts what an answer has cost beyond the turns that were taken for it. */
  owe(key: LimitKey, rate: RateClass, turns: number): void;
  /** Informs the other instances of what was used here. */
  readonly job: Job;
}

/** Beyond this many buckets, full ones are dropped: a new bucket is full too. */
const BUCKETS_SWEEP = 20_000;

/**
 * A caller who spreads calls over several instances gets more only of what the instances allow before they are informed of each other,
 * a quarter of a second each.
 */
export function createRateLimiter(
  { clock, bus, random }: { clock: Clock; bus: Bus; random: Random },
  table = allowances,
): RateLimiter {
  const buckets = new Map<string, TokenBucket>();
  let sweepAt = BUCKETS_SWEEP;

  function sweep(now: number) {
    for (const [name, bucket] of buckets) if (bucket.isFull(now)) buckets.delete(name);
    sweepAt = Math.max(BUCKETS_SWEEP, buckets.size * 2);
  }

  function bucketOf(name: string, now: number): TokenBucket {
    const known = buckets.get(name);
    if (known !== undefined) return known;
    if (buckets.size >= sweepAt) sweep(now);
    const bucket = new TokenBucket(table[name.slice(0, name.indexOf(' ')) as RateClass], now);
    buckets.set(name, bucket);
    return bucket;
  }

  const shared = createSharedUse({ bus, random, topic: 'limits.calls' }, (name, count) => {
    const now = clock.now();
    bucketOf(name, now).takeElsewhere(count, now);
  });

  return {
    take(key, rate, turns = 1) {
      const now = clock.now();
      const name = `${rate} ${key}`;
      const waitMs = bucketOf(name, now).take(now, turns);
      if (waitMs === 0) shared.add(name, turns);
      return waitMs;
    },
    owe(key, rate, turns) {
      const now = clock.now();
      const name = `${rate} ${key}`;
      bucketOf(name, now).owe(turns, now);
      shared.add(name, turns);
    },
    job: {
      name: 'limits.share-calls',
      everyMs: SHARE_USE_MS,
      runs: 'everywhere',
      run: async () => shared.share(),
    },
  };
}
