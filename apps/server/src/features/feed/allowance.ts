/** How often one client may do something: so many times at once, and so many more each second. */

export interface Allowance {
  /** Takes one; false when none is left. Units: `now` epoch milliseconds. */
  take(now: number): boolean;
}

export function createAllowance(
  { burst, perSecond }: { readonly burst: number; readonly perSecond: number },
  now: number,
): Allowance {
  let left = burst;
  let countedAt = now;
  return {
    take(at) {
      // A clock set back must not take any away.
      const regained = (Math.max(0, at - countedAt) / 1_000) * perSecond;
      left = Math.min(burst, left + regained);
      countedAt = at;
      if (left < 1) return false;
      left -= 1;
      return true;
    },
  };
}
