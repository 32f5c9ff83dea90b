/** What the transparency page shows of the figures; pure. Floats are fine here: they are shares of counts, no amounts. */

const HUNDREDTHS = 10_000;

/** `part` of `whole` in percent as decimal text, cut to two places: "72.41". Undefined of nothing. */
export function percentOf(part: number, whole: number): string | undefined {
  if (whole === 0) return undefined;
  const cut = Math.floor((part / whole) * HUNDREDTHS + 1e-9);
  return `${Math.floor(cut / 100)}.${String(cut % 100).padStart(2, '0')}`;
}

/** Results of contracts that have something in common. */
export interface Group {
  readonly wins: number;
  readonly settled: number;
}

/** A group on the chart. All but the counts are shares, 0 to 1. */
export interface WinPoint extends Group {
  readonly share: number;
  /** What chance allows at the share of all groups together. */
  readonly low: number;
  readonly high: number;
}

/** All of ten groups are within this many standard deviations in 95 of 100 cases. */
const DEVIATIONS = 2.81;

/** The share won in each group, with the band in which chance leaves it if all groups win alike. */
export function winPoints(groups: readonly Group[]): WinPoint[] {
  const settled = groups.reduce((sum, group) => sum + group.settled, 0);
  const mean = groups.reduce((sum, group) => sum + group.wins, 0) / Math.max(1, settled);
  return groups.map((group) => {
    const room = DEVIATIONS * Math.sqrt((mean * (1 - mean)) / group.settled);
    return {
      ...group,
      share: group.wins / group.settled,
      low: Math.max(0, mean - room),
      high: Math.min(1, mean + room),
    };
  });
}

/** Whether chance explains all groups. */
export const isFlat = (points: readonly WinPoint[]): boolean =>
  points.every(({ share, low, high }) => share >= low && share <= high);

/** The shares at the foot and the head of the chart, and between: whole percents around all points and bands. */
export function scaleOf(points: readonly WinPoint[]): number[] {
  const low = Math.min(...points.map(({ share, low: least }) => Math.min(share, least)));
  const high = Math.max(...points.map(({ share, high: most }) => Math.max(share, most)));
  const step = [1, 2, 5, 10, 20].find((each) => ((high - low) * 100) / each <= 6) ?? 50;
  const from = Math.max(0, Math.floor((low * 100) / step) * step);
  const to = Math.min(100, Math.ceil((high * 100) / step) * step);
  return Array.from({ length: Math.round((to - from) / step) + 1 }, (_, at) => from + at * step);
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Where the line of times may begin, end, and have marks. */
const MARKS_MS = [
  1_000,
  10_000,
  MINUTE_MS,
  10 * MINUTE_MS,
  HOUR_MS,
  24 * HOUR_MS,
  7 * 24 * HOUR_MS,
];

/** A line of times on a logarithmic scale; places are shares of its length, 0 to 1. */
export interface TimeScale {
  readonly marks: readonly { readonly ms: number; readonly place: number }[];
  place(ms: number): number;
}

/** From the mark at or below the shortest of these times to the one at or above the longest. Undefined without times. */
export function timeScale(times: readonly number[]): TimeScale | undefined {
  if (times.length === 0) return undefined;
  const [least, most] = [Math.min(...times), Math.max(...times)];
  const below = MARKS_MS.findLastIndex((mark) => mark <= least);
  const first = Math.min(Math.max(0, below), MARKS_MS.length - 2);
  const above = MARKS_MS.findIndex((mark) => mark >= most);
  const last = Math.max(first + 1, above < 0 ? MARKS_MS.length - 1 : above);
  const shown = MARKS_MS.slice(first, last + 1);
  const [from, to] = [Math.log(shown[0]!), Math.log(shown.at(-1)!)];
  const place = (ms: number) =>
    Math.min(1, Math.max(0, (Math.log(Math.max(1, ms)) - from) / (to - from)));
  return { marks: shown.map((ms) => ({ ms, place: place(ms) })), place };
}
