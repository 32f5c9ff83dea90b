/** Which of several told pasts is believed: one that more than half of those who tell agree with (ADR 16). Pure. */
import type { Candle } from '../../../kernel/prices/candle.ts';
import type { Backfilled } from './request-backfill.ts';

/** Markets differ at the tips of their candles by more than in their prices now. */
const AGREE_BPS = 100n;

/** The first of them that has the majority; undefined when they contradict each other. */
export function agreedBackfill(told: readonly Backfilled[]): Backfilled | undefined {
  return told.find((each) => {
    const agreeing = told.filter(
      (other) => isAlike(each.minutes, other.minutes) && isAlike(each.hours, other.hours),
    );
    return agreeing.length * 2 > told.length;
  });
}

/** Where only one of them has a candle, the other says that its price stood still. Shape: both in order of time. */
function isAlike(some: readonly Candle[], others: readonly Candle[]): boolean {
  if (some === others) return true;
  let [left, right] = [0, 0];
  while (left < some.length || right < others.length) {
    const start = Math.min(some[left]?.start ?? Infinity, others[right]?.start ?? Infinity);
    const [one, other] = [candleAt(some, left, start), candleAt(others, right, start)];
    if (one !== undefined && other !== undefined && !isNearCandle(one, other)) return false;
    if (some[left]?.start === start) left += 1;
    if (others[right]?.start === start) right += 1;
  }
  return true;
}

/** That of the moment, or the close before it; undefined before the first one. */
function candleAt(
  candles: readonly Candle[],
  index: number,
  start: number,
): Pick<Candle, 'open' | 'high' | 'low' | 'close'> | undefined {
  const candle = candles[index];
  if (candle?.start === start) return candle;
  const close = candles[index - 1]?.close;
  return close === undefined ? undefined : { open: close, high: close, low: close, close };
}

function isNearCandle(
  one: Pick<Candle, 'open' | 'high' | 'low' | 'close'>,
  other: Pick<Candle, 'open' | 'high' | 'low' | 'close'>,
): boolean {
  return (['open', 'high', 'low', 'close'] as const).every((name) => {
    const apart = one[name] > other[name] ? one[name] - other[name] : other[name] - one[name];
    return apart * 10_000n <= other[name] * AGREE_BPS;
  });
}
