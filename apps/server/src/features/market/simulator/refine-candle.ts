/** Splits one candle into finer ones that add up to exactly it, always in the same way (ADR 0006). */
import type { Amount, Price } from '@tern/money';
import type { Candle } from '../candles/candle.ts';
import { normalAt } from './noise.ts';

export interface Part {
  /** Epoch milliseconds. */
  readonly start: number;
  /** Its length, in any unit that all parts share; more than 0. */
  readonly weight: number;
}

/** The grid that the parts' prices and quantities lie on. */
export interface Grid {
  readonly tickSize: Price;
  readonly lotSize: Amount;
}

const SWING = 0.45;
const WICK = 0.12;
/** How near a turn of the path comes to the extreme that a wick then touches. */
const REACH = 0.95;
const WEIGHT_UNITS = 1_000_000;

/**
 * The parts of `parent`, oldest first. Joined again they give the parent: first open, last close,
 * highest, lowest, sums. Neighbours meet: each opens where the one before closed.
 * Shape: `parts` in order of time, at least one.
 */
export function refineCandle(
  parent: Candle,
  parts: readonly Part[],
  options: { readonly grid: Grid; readonly seed: number },
): Candle[] {
  const { grid, seed } = options;
  const corners = cornersOf(parent, parts, options);
  const amounts = splitExactly(parent.amount, tradingWeights(parts, seed), grid.lotSize);
  const counts = splitExactly(BigInt(parent.count), tradingWeights(parts, seed), 1n);
  const spans = spansOf(parent, corners, { parts, grid, seed });
  const values = spans.map((span, index) => (amounts[index] ?? 0n) * (span.high + span.low));
  const volStep = (grid.tickSize * grid.lotSize) / 10n ** 18n;
  const vols = splitExactly(parent.vol, values, volStep === 0n ? 1n : volStep);
  return parts.map((part, index) => ({
    start: part.start,
    open: corners[index] as Price,
    high: spans[index]?.high ?? parent.high,
    low: spans[index]?.low ?? parent.low,
    close: corners[index + 1] as Price,
    amount: (amounts[index] ?? 0n) as Amount,
    vol: (vols[index] ?? 0n) as Amount,
    count: Number(counts[index] ?? 0n),
  }));
}

/** Prices where the parts meet: a random walk pinned to the parent's open and close, inside of its range. */
function cornersOf(
  parent: Candle,
  parts: readonly Part[],
  { grid, seed }: { readonly grid: Grid; readonly seed: number },
): bigint[] {
  const total = parts.reduce((sum, part) => sum + part.weight, 0);
  const shares = parts.map((part) => part.weight / total);
  const walk = [0];
  for (const [index, share] of shares.entries()) {
    walk.push((walk[index] ?? 0) + normalAt(seed, index) * Math.sqrt(share));
  }
  const end = walk.at(-1) ?? 0;
  // Positions as a share of the range above the low: no large number ever becomes a float.
  const range = parent.high - parent.low;
  const from = shareOf(parent.open - parent.low, range);
  const to = shareOf(parent.close - parent.low, range);
  let passed = 0;
  const path = walk.map((value, index) => {
    passed += shares[index - 1] ?? 0;
    return from + (to - from) * passed + (value - end * passed) * SWING;
  });
  const corners = stretched(path, from, to).map((at) => onGrid(parent, at, grid.tickSize));
  corners[0] = parent.open;
  corners[corners.length - 1] = parent.close;
  return corners;
}

/** Makes the turns of the path reach for the top (1) and the bottom (0) of the range. */
function stretched(path: readonly number[], from: number, to: number): number[] {
  const upper = Math.max(from, to);
  const lower = Math.min(from, to);
  const top = Math.max(...path);
  const bottom = Math.min(...path);
  return path.map((at) => {
    if (at > upper) return upper + ((at - upper) / (top - upper)) * (1 - upper) * REACH;
    if (at < lower) return lower - ((lower - at) / (lower - bottom)) * lower * REACH;
    return at;
  });
}

interface Span {
  readonly high: Price;
  readonly low: Price;
}

function spansOf(
  parent: Candle,
  corners: readonly bigint[],
  options: { readonly parts: readonly Part[]; readonly grid: Grid; readonly seed: number },
): Span[] {
  const { parts, grid, seed } = options;
  const wick = WICK / Math.sqrt(parts.length);
  const range = parent.high - parent.low;
  const spans = parts.map((_, index) => {
    const open = corners[index] ?? parent.open;
    const close = corners[index + 1] ?? parent.close;
    const top = larger(open, close);
    const bottom = smaller(open, close);
    const above = shareOf(top - parent.low, range) + Math.abs(normalAt(seed + 1, index)) * wick;
    const below = shareOf(bottom - parent.low, range) - Math.abs(normalAt(seed + 2, index)) * wick;
    return {
      high: larger(top, onGrid(parent, above, grid.tickSize)) as Price,
      low: smaller(bottom, onGrid(parent, below, grid.tickSize)) as Price,
    };
  });
  const highest = indexOfBest(spans, (left, right) => left.high > right.high);
  const lowest = indexOfBest(spans, (left, right) => left.low < right.low);
  return spans.map((span, index) => ({
    high: index === highest ? parent.high : span.high,
    low: index === lowest ? parent.low : span.low,
  }));
}

function indexOfBest(spans: readonly Span[], beats: (left: Span, right: Span) => boolean): number {
  let best = 0;
  for (const [index, span] of spans.entries()) {
    const champion = spans[best];
    if (champion !== undefined && beats(span, champion)) best = index;
  }
  return best;
}

/** Whole weights, uneven as trading is. */
function tradingWeights(parts: readonly Part[], seed: number): bigint[] {
  const total = parts.reduce((sum, part) => sum + part.weight, 0);
  return parts.map((part, index) => {
    const size = (part.weight / total) * Math.exp(0.5 * normalAt(seed + 3, index));
    return BigInt(Math.max(1, Math.round(size * WEIGHT_UNITS)));
  });
}

/** Shares of `total` in proportion to the weights, on the step where it can be, that sum to exactly it. */
function splitExactly(total: bigint, weights: readonly bigint[], step: bigint): bigint[] {
  const whole = weights.reduce((sum, weight) => sum + weight, 0n);
  let passed = 0n;
  let given = 0n;
  return weights.map((weight, index) => {
    passed += weight;
    const isLast = index === weights.length - 1;
    const upTo = isLast || whole === 0n ? total : ((total * passed) / whole / step) * step;
    const share = upTo - given;
    given = upTo;
    return share;
  });
}

const SHARE_UNITS = 1_000_000_000n;

function shareOf(part: bigint, range: bigint): number {
  return range === 0n ? 0 : Number((part * SHARE_UNITS) / range) / Number(SHARE_UNITS);
}

/** The price at a share of the parent's range, on the tick and never outside of the range. */
function onGrid(parent: Candle, share: number, tickSize: bigint): bigint {
  const units = BigInt(Math.round(share * Number(SHARE_UNITS)));
  const offset = ((parent.high - parent.low) * units) / SHARE_UNITS;
  const price = ((parent.low + offset + tickSize / 2n) / tickSize) * tickSize;
  return smaller(parent.high, larger(parent.low, price));
}

function larger(left: bigint, right: bigint): bigint {
  return left > right ? left : right;
}

function smaller(left: bigint, right: bigint): bigint {
  return left < right ? left : right;
}
