/** A naive model of yields: each day adds its exact yield to a purse and pays the whole units in it. */
import type { DailyYield } from './yield.ts';

/** Places of the product of two scaled values. */
const PLACES = 36;

/** The yields of the days 1 to `days`, scaled by 10^18. */
export function yieldsNaively({ base, rate, scale }: DailyYield, days: number): readonly bigint[] {
  const unit = 10n ** BigInt(PLACES - scale);
  const paid: bigint[] = [];
  let purse = 0n;
  for (let day = 1; day <= days; day += 1) {
    purse += base * rate;
    const units = purse / unit;
    purse -= units * unit;
    paid.push(units * 10n ** BigInt(18 - scale));
  }
  return paid;
}

/** The least number of whole units that is at least `base` × `ratio`, scaled by 10^18. */
export function roundUpNaively(base: bigint, ratio: bigint, scale: number): bigint {
  const unit = 10n ** BigInt(PLACES - scale);
  let units = (base * ratio) / unit;
  while (units * unit < base * ratio) units += 1n;
  return units * 10n ** BigInt(18 - scale);
}
