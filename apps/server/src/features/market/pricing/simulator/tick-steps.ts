/**
 * The next second's movement in whole ticks. There is no hidden price between the ticks, so past prices do not reveal
 * the direction of the next one (ADR 15).
 */
import { MINUTE_SECONDS, type StreamMinute } from './day-randomness.ts';

/** Above it, rounding adds a twelfth to the variance (within 1e-6); below, a table is used. Units: ticks. */
const COARSE_UP_TO = 1.2;
const ENTRIES = 240;
/** Near 0 the curve is too steep for the table. */
const LEAST = 0.2;
const TWELFTH = 1 / 12;

/**
 * Ticks of a movement that has the normal shape `z` and the deviation `deviation`, in ticks. `z` and `-z` give opposite
 * numbers, and the variance of the whole ticks is that of the movement, however coarse the tick.
 */
export function wholeTicks(z: number, deviation: number): number {
  return Math.sign(z) * Math.floor(Math.abs(z) * widened(deviation) + 0.5);
}

/** The deviation that becomes the requested one after rounding to whole numbers. */
function widened(deviation: number): number {
  if (deviation > COARSE_UP_TO) return Math.sqrt(deviation * deviation - TWELFTH);
  const place = (deviation / COARSE_UP_TO) * ENTRIES;
  const below = Math.min(ENTRIES - 1, Math.floor(place));
  const [left, right] = [WIDENED[below] ?? 0, WIDENED[below + 1] ?? 0];
  return left + (right - left) * (place - below);
}

const WIDENED = Float64Array.from({ length: ENTRIES + 1 }, (_, entry) => {
  const wanted = ((Math.max(entry, LEAST) / ENTRIES) * COARSE_UP_TO) ** 2;
  let [low, high] = [0, 2 * COARSE_UP_TO];
  for (let step = 0; step < 50; step += 1) {
    const middle = (low + high) / 2;
    if (roundedVariance(middle) < wanted) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
});

/** Variance of a normal movement rounded to whole numbers. */
function roundedVariance(deviation: number): number {
  if (deviation === 0) return 0;
  let sum = 0;
  for (let ticks = 1; ticks <= 40; ticks += 1) {
    const before = sum;
    sum += (2 * ticks - 1) * 2 * normalAbove((ticks - 0.5) / deviation);
    // All further terms are smaller.
    if (sum === before) break;
  }
  return sum;
}

/** Probability that a standard normal number exceeds `x`, which is not negative (Laplace's continued fraction, or the series). */
function normalAbove(x: number): number {
  const density = Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI);
  if (x > 3) {
    let fraction = x;
    for (let depth = 60; depth > 0; depth -= 1) fraction = x + depth / fraction;
    return density / fraction;
  }
  let term = x;
  let sum = x;
  for (let odd = 3; odd < 120; odd += 2) {
    term *= (x * x) / odd;
    const before = sum;
    sum += term;
    // All further terms are smaller.
    if (sum === before && odd > 9) break;
  }
  return 0.5 - density * sum;
}

/** How a market moves in each second of a minute, independent of its price. */
export interface MinuteMoves {
  /** Normal shape of the movement. */
  readonly z: Float64Array;
  /** Its deviation as a log return. */
  readonly deviation: Float64Array;
}

/** Shape: streams with their weights, all of the same minute. */
export function minuteMoves(
  parts: readonly { readonly weight: number; readonly minute: StreamMinute }[],
): MinuteMoves {
  const z = new Float64Array(MINUTE_SECONDS);
  const deviation = new Float64Array(MINUTE_SECONDS);
  for (let second = 0; second < MINUTE_SECONDS; second += 1) {
    let moved = 0;
    let square = 0;
    for (const { weight, minute } of parts) {
      const own = weight * Math.sqrt(minute.variance[second] ?? 0);
      moved += own * (minute.shocks[second] ?? 0);
      square += own * own;
    }
    deviation[second] = Math.sqrt(square);
    z[second] = square === 0 ? 0 : moved / (deviation[second] ?? 1);
  }
  return { z, deviation };
}
