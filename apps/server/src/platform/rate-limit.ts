/** Rate limits per caller and class of call: token buckets in memory. */
import type { RateClass } from '@tern/protocol';
import type { Clock } from './clock.ts';
import { type Allowance, TokenBucket } from './token-bucket.ts';

/** Our choice (ADR 5): generous for people, tight for floods. */
const allowances: Record<RateClass, Allowance> = {
  read: { perSecond: 50, burst: 200 },
  order: { perSecond: 50, burst: 200 },
  money: { perSecond: 5, burst: 50 },
  secret: { perSecond: 5, burst: 200 },
  captcha: { perSecond: 5, burst: 200 },
};

export interface RateLimiter {
  /** Counts one call. Returns 0 if it is allowed, otherwise the milliseconds to wait. */
  take(key: string, rate: RateClass): number;
}

/** Beyond this many buckets, full ones are dropped: a new bucket is full too. */
const BUCKETS_SWEEP = 20_000;

export function createRateLimiter(clock: Clock, table = allowances): RateLimiter {
  const buckets = new Map<string, TokenBucket>();
  let sweepAt = BUCKETS_SWEEP;

  function sweep(now: number) {
    for (const [name, bucket] of buckets) if (bucket.isFull(now)) buckets.delete(name);
    sweepAt = Math.max(BUCKETS_SWEEP, buckets.size * 2);
  }

  return {
    take(key, rate) {
      const now = clock.now();
      const name = `${rate} ${key}`;
      let bucket = buckets.get(name);
      if (bucket === undefined) {
        if (buckets.size >= sweepAt) sweep(now);
        bucket = new TokenBucket(table[rate], now);
        buckets.set(name, bucket);
      }
      return bucket.take(now);
    },
  };
}
