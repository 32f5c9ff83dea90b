/** Worth over time as the assets page shows it: the sum of a period, and the lines of its chart. Pure. */
import {
  add,
  type Amount,
  decimal,
  formatDecimal,
  formatFixed,
  larger,
  quantize,
  ratio,
  smaller,
  subtract,
  ZERO,
} from '@tern/money';

/** At a midnight (UTC), or now. Decimal text in USDT. */
export interface WorthPoint {
  /** `2026-11-29` */
  readonly day: string;
  /** Null: a price was missing at that moment. */
  readonly worth: string | null;
  /** All up to then. */
  readonly putIn: string;
  readonly takenOut: string;
}

export interface PeriodSum {
  readonly start: WorthPoint;
  readonly end: WorthPoint;
  readonly before: string;
  readonly putIn: string;
  readonly takenOut: string;
  readonly net: string;
  readonly now: string;
  readonly profit: string;
  /** What the member had or put in. */
  readonly base: string;
  /** Of the base, cut to two places; undefined without any. */
  readonly percent: string | undefined;
}

const PLACES = 2;
const cents = (value: Amount): Amount => quantize(value, PLACES, 'truncate');

/**
 * From the first point with a worth up to a point with one.
 * Rounding: each of the four figures is cut to cents once; what is added from them is exact, so that the lines add up as displayed.
 */
export function sumOf(
  points: readonly WorthPoint[],
  end: WorthPoint | undefined,
): PeriodSum | undefined {
  const start = points.find(({ worth }) => worth !== null);
  if (start === undefined || end === undefined || end.worth === null) return undefined;
  const since = (name: 'putIn' | 'takenOut') =>
    cents(subtract(decimal<Amount>(end[name]), decimal<Amount>(start[name])));
  const [then, now] = [cents(decimal(start.worth!)), cents(decimal(end.worth))];
  const [putIn, takenOut] = [since('putIn'), since('takenOut')];
  const net = subtract(add(then, putIn), takenOut);
  const profit = subtract(now, net);
  const base = add(then, putIn);
  return {
    start,
    end,
    before: formatDecimal(then),
    putIn: formatDecimal(putIn),
    takenOut: formatDecimal(subtract(ZERO, takenOut)),
    net: formatDecimal(net),
    now: formatDecimal(now),
    profit: formatDecimal(profit),
    base: formatDecimal(base),
    percent:
      base > 0n
        ? formatFixed(ratio((profit * 100n) as Amount, base, 'truncate'), PLACES)
        : undefined,
  };
}

export interface ChartLines {
  /** Of each point, from the left edge: 0 to 1. */
  readonly x: readonly number[];
  /** From the top, 0 to 1; null in a gap. */
  readonly worth: readonly (number | null)[];
  readonly paidIn: readonly number[];
  /** What the grid lines stand for, in USDT, with their places. */
  readonly ticks: readonly { readonly value: number; readonly y: number }[];
}

const TICKS = 5;
/** Of the height, above and below the lines. */
const MARGIN = 0.06;

/** Places are for drawing alone, so they are plain numbers. */
export function linesOf(points: readonly WorthPoint[]): ChartLines {
  const first = points.find(({ worth }) => worth !== null) ?? points[0];
  const start = first === undefined ? ZERO : subtract(decimal(first.worth ?? '0'), netOf(first));
  const paidIn = points.map((point) => add(start, netOf(point)));
  const worths = points.map(({ worth }) => (worth === null ? null : decimal<Amount>(worth)));
  const all = [...paidIn, ...worths.filter((worth) => worth !== null)];
  const low = Number(
    formatFixed(
      all.reduce((least, each) => smaller(least, each), all[0]!),
      2,
    ),
  );
  const high = Number(
    formatFixed(
      all.reduce((most, each) => larger(most, each), all[0]!),
      2,
    ),
  );
  const spread = high - low || Math.max(Math.abs(high), 1);
  const bottom = (high === low ? low - spread / 2 : low) - spread * MARGIN;
  const height = spread * (1 + 2 * MARGIN);
  const yOf = (value: number) => 1 - (value - bottom) / height;
  const place = (value: Amount) => yOf(Number(formatFixed(value, 2)));
  const last = Math.max(points.length - 1, 1);
  return {
    x: points.map((_, index) => index / last),
    worth: worths.map((worth) => (worth === null ? null : place(worth))),
    paidIn: paidIn.map(place),
    ticks: ticksBetween(bottom, bottom + height).map((value) => ({ value, y: yOf(value) })),
  };
}

const netOf = ({ putIn, takenOut }: WorthPoint): Amount =>
  subtract(decimal<Amount>(putIn), decimal<Amount>(takenOut));

/** Round numbers, a step of 1, 2, 2.5 or 5 apart. */
function ticksBetween(low: number, high: number): number[] {
  const rough = (high - low) / TICKS;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 2.5, 5].find((each) => each * power >= rough) ?? 10);
  const ticks: number[] = [];
  for (let at = Math.ceil(low / step); at * step <= high; at += 1) ticks.push(at * step);
  return ticks;
}

/** Both paths in a square of 100: the line of worth breaks in gaps, money put in goes by steps. */
export function pathsOf({ x, worth, paidIn }: ChartLines): {
  worth: string;
  area: string;
  paidIn: string;
} {
  const at = (index: number, y: number) => `${hundredth(x[index]!)} ${hundredth(y)}`;
  const runs: number[][] = [];
  worth.forEach((y, index) => {
    if (y === null) return;
    const isNext = index > 0 && worth[index - 1] !== null && worth[index - 1] !== undefined;
    if (isNext) runs.at(-1)!.push(index);
    else runs.push([index]);
  });
  const lineOf = (run: readonly number[]) => run.map((index) => at(index, worth[index]!)).join('L');
  return {
    // A single point is a dot, by its round ends.
    worth: runs.map((run) => `M${lineOf(run)}${run.length === 1 ? 'h0' : ''}`).join(''),
    area: runs.map((run) => `M${at(run[0]!, 1)}L${lineOf(run)}L${at(run.at(-1)!, 1)}Z`).join(''),
    paidIn: paidIn
      .map((y, index) =>
        index === 0 ? `M${at(0, y)}` : `H${hundredth(x[index]!)}V${hundredth(y)}`,
      )
      .join(''),
  };
}

const hundredth = (share: number) => Math.round(share * 10_000) / 100;

/** The indices of dates below the chart: both ends and at most two between. */
export function datedPoints(count: number): number[] {
  if (count <= 1) return [];
  const last = count - 1;
  return [...new Set([0, Math.round(last / 3), Math.round((2 * last) / 3), last])];
}
