/** Rate limits per caller and class of call: token buckets in memory. */
import type { RateClass } from '@tern/protocol';
import type { Clock } from './clock.ts';

interface Allowance {
  perSecond: number;
  /** Calls allowed immediately after a pause. */
  burst: number;
}

/** Our choice (ADR 5): generous for people, tight for floods. */
const allowances: Record<RateClass, Allowance> = {
  read: { perSecond: 50, burst: 200 },
  order: { perSecond: 50, burst: 200 },
  money: { perSecond: 5, burst: 50 },
  secret: { perSecond: 5, burst: 200 },
  captcha: { perSecond: 5, burst: 200 },
};

interface Bucket {
  tokens: number;
  /** Epoch ms of the last refill. */
  at: number;
}

export interface RateLimiter {
  /** Counts one call. Returns 0 if it is allowed, otherwise the milliseconds to wait. */
  take(key: string, rate: RateClass): number;
}

/** Beyond this many buckets, full ones are dropped: a new bucket is full too. */
const BUCKETS_SWEEP = 20_000;

export function createRateLimiter(clock: Clock, table = allowances): RateLimiter {
  const buckets = new Map<string, Bucket>();
  let sweepAt = BUCKETS_SWEEP;

  function sweep(now: number) {
    for (const [name, bucket] of buckets) {
      const { perSecond, burst } = table[name.slice(0, name.indexOf(' ')) as RateClass];
      if (bucket.tokens + ((now - bucket.at) / 1_000) * perSecond >= burst) buckets.delete(name);
    }
    sweepAt = Math.max(BUCKETS_SWEEP, buckets.size * 2);
  }

  return {
    take(key, rate) {
      const { perSecond, burst } = table[rate];
      const now = clock.now();
      const name = `${rate} ${key}`;
      let bucket = buckets.get(name);
      if (bucket === undefined) {
        if (buckets.size >= sweepAt) sweep(now);
        bucket = { tokens: burst, at: now };
        buckets.set(name, bucket);
      }
      // A clock that is set back must not remove tokens.
      const elapsedMs = Math.max(0, now - bucket.at);
      bucket.tokens = Math.min(burst, bucket.tokens + (elapsedMs / 1_000) * perSecond);
      bucket.at = now;
      if (bucket.tokens >= 1) {
        bucket.tokens -= 1;
        return 0;
      }
      return Math.ceil(((1 - bucket.tokens) / perSecond) * 1_000);
    },
  };
}
