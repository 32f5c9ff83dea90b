/** The geometry of the earnings curve: one point per day, zero always in view; pure. Floats are fine here: no amount is printed from them. */
import { formatFixed, SCALE } from '@tern/money';
import type { CurveDay } from './api.ts';

export interface ChartSize {
  width: number;
  height: number;
}

/** Space around the plot: left, right for the values, top, and foot for the dates. */
const PAD = { left: 16, right: 52, top: 16, foot: 26 } as const;
const LINES = 3;

export interface ChartPoint {
  x: number;
  /** Undefined for a day that is not paid yet: a gap. */
  y: number | undefined;
}

export interface Chart {
  points: readonly ChartPoint[];
  /** The line, broken at gaps. */
  line: string;
  /** The surfaces below it. */
  area: string;
  /** The y of zero, the foot of the plot. */
  zero: number;
  top: number;
  left: number;
  /** Horizontal lines with their values as decimal text, from 0. */
  grid: readonly { y: number; label: string }[];
  y: (value: number) => number;
}

/** The distance of two lines: `factor` × 10^`power`. */
interface Step {
  factor: number;
  power: number;
}

/** The smallest of 1, 2, 5 times a power of ten that is at least `value`. */
function roundStep(value: number): Step {
  const power = Math.floor(Math.log10(value));
  const factor = [1, 2, 5].find((each) => each * 10 ** power >= value * (1 - 1e-9));
  return factor === undefined ? { factor: 1, power: power + 1 } : { factor, power };
}

/** The n-th line's value as decimal text, with at least two places. */
function labelOf(index: number, { factor, power }: Step): string {
  const value = BigInt(index * factor) * 10n ** BigInt(SCALE + power);
  return formatFixed(value, Math.max(2, -power));
}

const tenth = (value: number) => Math.round(value * 10) / 10;

export function drawChart(days: readonly CurveDay[], { width, height }: ChartSize): Chart {
  const [left, right] = [PAD.left, width - PAD.right];
  const [top, zero] = [PAD.top, height - PAD.foot];
  const most = Math.max(0, ...days.map(({ value }) => Number(value)));
  const step = most > 0 ? roundStep(most / LINES) : { factor: 1, power: 0 };
  const size = step.factor * 10 ** step.power;
  const count = Math.max(1, Math.ceil(most / size - 1e-9));
  const y = (value: number) => zero - (value / (size * count)) * (zero - top);
  const x = (index: number) =>
    days.length < 2 ? (left + right) / 2 : left + (index / (days.length - 1)) * (right - left);
  const points = days.map(({ value, isPaid }, index) => ({
    x: tenth(x(index)),
    y: isPaid ? tenth(y(Number(value))) : undefined,
  }));
  const runs = runsOf(points);
  const path = (run: readonly Drawn[]) => `M${run.map((at) => `${at.x} ${at.y}`).join('L')}`;
  return {
    points,
    line: runs.map(path).join(''),
    area: runs.map((run) => `${path(run)}L${run.at(-1)!.x} ${zero}L${run[0]!.x} ${zero}Z`).join(''),
    zero,
    top,
    left,
    grid: Array.from({ length: count + 1 }, (_, index) => ({
      y: tenth(y(index * size)),
      label: labelOf(index, step),
    })),
    y,
  };
}

interface Drawn {
  x: number;
  y: number;
}

/** The stretches of paid days. */
function runsOf(points: readonly ChartPoint[]): Drawn[][] {
  const runs: Drawn[][] = [];
  let isOpen = false;
  for (const { x, y } of points) {
    if (y !== undefined) {
      if (isOpen) runs.at(-1)!.push({ x, y });
      else runs.push([{ x, y }]);
    }
    isOpen = y !== undefined;
  }
  return runs;
}

/** The day nearest to a horizontal position. */
export function dayAt({ points }: Chart, x: number): number {
  let nearest = 0;
  for (const [index, point] of points.entries()) {
    if (Math.abs(point.x - x) < Math.abs(points[nearest]!.x - x)) nearest = index;
  }
  return nearest;
}

/** The days whose dates are written below the plot: evenly spread, away from the chosen one. */
export function datedDays({ points }: Chart, chosen: number, room: number): number[] {
  const count = points.length;
  if (count === 0) return [];
  const span = (points.at(-1)?.x ?? 0) - (points[0]?.x ?? 0);
  const labels = Math.max(1, Math.min(count, 5, Math.floor(span / room) + 1));
  const spread = Array.from({ length: labels }, (_, index) =>
    labels === 1 ? 0 : Math.round((index / (labels - 1)) * (count - 1)),
  );
  const isClear = (index: number) => Math.abs(points[index]!.x - points[chosen]!.x) >= room;
  return [...new Set(spread)].filter((index) => index !== chosen && isClear(index));
}
