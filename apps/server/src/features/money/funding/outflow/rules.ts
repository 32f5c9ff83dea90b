/** When a withdrawal above the cap fits again. Pure. */
import { add, type Amount, subtract, sum, ZERO } from '@tern/money';
import { DAY_MS } from '../../../../platform/durations.ts';

/** What left, in the unit of its cap. `at`: epoch ms. */
export interface Left {
  readonly amount: Amount;
  readonly at: number;
}

/** What left within the 24 hours before `now`. */
export const outOf = (left: readonly Left[], now: number): Amount =>
  sum(left.filter(({ at }) => at > now - DAY_MS).map(({ amount }) => amount));

/** When enough of what left is older than 24 hours that `amount` fits; undefined when it never does: it is above the cap alone. */
export function fitsFrom(
  left: readonly Left[],
  { amount, cap, now }: { amount: Amount; cap: Amount; now: number },
): number | undefined {
  if (amount > cap) return undefined;
  const counted = left
    .filter(({ at }) => at > now - DAY_MS)
    .toSorted((one, other) => one.at - other.at);
  let above = subtract(add(outOf(counted, now), amount), cap);
  let from = now;
  for (const { amount: freed, at } of counted) {
    if (above <= ZERO) break;
    above = subtract(above, freed);
    from = at + DAY_MS;
  }
  return from;
}

/** Whether one operator alone may set it: it lets no more leave than the one in force. Null: no cap. */
export const isLower = (cap: Amount | null, before: Amount | null): boolean =>
  cap !== null && (before === null || cap < before);
