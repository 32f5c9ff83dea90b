/** When a price alert is reached, from the prices in their order (docs/features/trading/price-alert.md). Pure. */
import { add, negate, ONE, type Price, subtract } from '@tern/money';
import { HOUR_MS } from '../../../platform/durations.ts';

/** `change`: in either direction within 24 hours. */
export type AlertKind = 'above' | 'below' | 'change';

export interface Condition {
  readonly kind: AlertKind;
  /** A price; of `change` percent. Scaled by 10^18. */
  readonly level: Price;
}

/** A reference price. */
export interface PricePoint {
  /** Epoch ms. */
  readonly at: number;
  readonly price: Price;
  /** The price 24 hours before; undefined where none is known. Only `change` needs it. */
  readonly dayBefore?: Price | undefined;
}

export interface Watched extends Condition {
  /** Otherwise it ends when it is reached. */
  readonly repeats: boolean;
  /** When it was set or switched on, epoch ms: earlier prices do not count. */
  readonly setAt: number;
  /** False from the time it is reached until the price has been back. */
  readonly isArmed: boolean;
  readonly reachedAt: number | null;
}

/** A member reads the same alert once an hour at most. */
const REPEATED_AFTER_MS = HOUR_MS;

const PERCENT = 100n;

/** Whether a price meets the condition. */
export function isMet({ kind, level }: Condition, { price, dayBefore }: PricePoint): boolean {
  if (kind === 'above') return price >= level;
  if (kind === 'below') return price <= level;
  if (dayBefore === undefined) return false;
  const moved = subtract(price, dayBefore);
  const distance = moved < 0n ? negate(moved) : moved;
  return distance * PERCENT * ONE >= level * dayBefore;
}

/** Whether the price is back on the other side, by a tick at least, so that it can be reached again. */
function isBack(condition: Condition, point: PricePoint, tick: Price): boolean {
  const { kind, level } = condition;
  if (kind === 'above') return point.price <= subtract(level, tick);
  if (kind === 'below') return point.price >= add(level, tick);
  return point.dayBefore !== undefined && !isMet(condition, point);
}

/** Follows an alert over prices in their order: each time that it is reached, and what it waits for afterwards. */
export function follow(
  alert: Watched,
  points: readonly PricePoint[],
  tick: Price,
): { reached: PricePoint[]; isArmed: boolean } {
  const reached: PricePoint[] = [];
  let { isArmed, reachedAt } = alert;
  for (const point of points) {
    if (point.at <= alert.setAt) continue;
    if (!isArmed) {
      isArmed = isBack(alert, point, tick);
    } else if (
      (reachedAt === null || point.at - reachedAt >= REPEATED_AFTER_MS) &&
      isMet(alert, point)
    ) {
      reached.push(point);
      reachedAt = point.at;
      isArmed = false;
      if (!alert.repeats) break;
    }
  }
  return { reached, isArmed };
}
