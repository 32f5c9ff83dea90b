/** Whether the reference price of a market has jumped (ADR 94). Pure. */
import { ONE, type Price, type Rate } from '@tern/money';
import { HOUR_MS, SECOND_MS } from '../../../platform/durations.ts';

/** A reference price with its number in the market's chain; `at` in epoch ms. */
export interface PricePoint {
  readonly seq: number;
  readonly at: number;
  readonly price: Price;
}

export interface Jump {
  readonly from: PricePoint;
  readonly to: PricePoint;
}

const WINDOW_MS = 10 * SECOND_MS;
/** A market closes for an hour at least: its first price afterwards may be any. */
const CLOSED_MS = HOUR_MS;

/**
 * The newest price of the last ten seconds before `now` that is further than `bound` (a ratio) from another one of the ten
 * seconds before it, or from the one just before it, unless the market may have been closed between them. `points`: oldest first.
 */
export function findJump(
  points: readonly PricePoint[],
  { bound, now }: { bound: Rate; now: number },
): Jump | undefined {
  for (let index = points.length - 1; index > 0; index -= 1) {
    const to = points[index]!;
    if (to.at <= now - WINDOW_MS) return undefined;
    const before = points.slice(0, index);
    const compared = before.filter(
      ({ at }, each) => at >= to.at - WINDOW_MS || (each === index - 1 && to.at - at < CLOSED_MS),
    );
    const from = compared.find(({ price }) => isFurther(price, to.price, bound));
    if (from !== undefined) return { from, to };
  }
  return undefined;
}

function isFurther(from: Price, to: Price, bound: Rate): boolean {
  const apart = to > from ? to - from : from - to;
  return apart * ONE > bound * from;
}
