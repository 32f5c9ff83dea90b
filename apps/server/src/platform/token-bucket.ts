/** A token bucket: allows a burst of calls, then a steady rate. */

export interface Allowance {
  readonly perSecond: number;
  /** Calls allowed without waiting after a pause. */
  readonly burst: number;
}

export class TokenBucket {
  readonly #allowance: Allowance;
  #tokens: number;
  #refilledAt: number;

  /** Starts full. Units: `now` epoch milliseconds, here and below. */
  constructor(allowance: Allowance, now: number) {
    this.#allowance = allowance;
    this.#tokens = allowance.burst;
    this.#refilledAt = now;
  }

  /**
   * Takes tokens, `count` of them. One must be left: the rest may be owed, so that a call may cost more than a burst and the
   * calls after it wait. Returns 0, or the milliseconds until a token is left.
   */
  take(now: number, count = 1): number {
    this.#tokens = this.#tokensAt(now);
    this.#refilledAt = now;
    if (this.#tokens < 1) {
      return Math.ceil(((1 - this.#tokens) / this.#allowance.perSecond) * 1_000);
    }
    this.#tokens -= count;
    return 0;
  }

  /** Takes tokens for what is done already: calls wait until they have refilled. */
  owe(count: number, now: number): void {
    this.#tokens = this.#tokensAt(now) - count;
    this.#refilledAt = now;
  }

  /** Takes what another instance has allowed. Below zero at most a burst: then the caller waits until both have refilled. */
  takeElsewhere(count: number, now: number): void {
    this.#tokens = Math.max(-this.#allowance.burst, this.#tokensAt(now) - count);
    this.#refilledAt = now;
  }

  isFull(now: number): boolean {
    return this.#tokensAt(now) >= this.#allowance.burst;
  }

  #tokensAt(now: number): number {
    const { burst, perSecond } = this.#allowance;
    // A clock set back must not take tokens away.
    const elapsedMs = Math.max(0, now - this.#refilledAt);
    return Math.min(burst, this.#tokens + (elapsedMs / 1_000) * perSecond);
  }
}
