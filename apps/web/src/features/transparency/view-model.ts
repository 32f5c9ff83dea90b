/** What the transparency page shows of the figures; pure. Floats are fine here: they are shares of counts, no amounts. */
import type { Figures } from './api.ts';

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

/** The shares at the foot and the head of the chart, and between: whole even percents around all points and bands. */
export function scaleOf(points: readonly WinPoint[]): number[] {
  const low = Math.min(...points.map(({ share, low: least }) => Math.min(share, least)));
  const high = Math.max(...points.map(({ share, high: most }) => Math.max(share, most)));
  const step = [2, 5, 10, 20].find((each) => ((high - low) * 100) / each <= 6) ?? 50;
  const from = Math.max(0, Math.floor((low * 100) / step) * step);
  const to = Math.min(100, Math.ceil((high * 100) / step) * step);
  return Array.from({ length: Math.round((to - from) / step) + 1 }, (_, at) => from + at * step);
}

/** A table to download: heads and rows in the words of the wire, without language. */
export interface Download {
  readonly name: 'assets' | 'withdrawals' | 'contracts' | 'operators' | 'feeds';
  readonly heads: readonly string[];
  readonly rows: readonly (readonly (string | number | null)[])[];
}

export function downloadsOf(figures: Figures): Download[] {
  const { assets, withdrawals, contracts, operators, feeds, uptime } = figures;
  const { accounts } = contracts;
  return [
    {
      name: 'assets',
      heads: ['asset', 'owed', 'held', 'house', 'lent', 'cover_percent'],
      rows: assets.map((row) => [row.coinname, row.owed, row.held, row.house, row.lent, row.cover]),
    },
    {
      name: 'withdrawals',
      heads: ['what', 'which', 'count', 'p50_ms', 'p95_ms'],
      rows: [
        ...withdrawals.rails.map(({ rail, sent, p50, p95 }) => ['sent', rail, sent, p50, p95]),
        ...withdrawals.refused.map(({ reason, count }) => ['refused', reason, count, null, null]),
        ['cancelled', '', withdrawals.cancelled, null, null],
      ],
    },
    {
      name: 'contracts',
      heads: ['what', 'from', 'to', 'part', 'of'],
      rows: [
        ...(accounts === null ? [] : [['lost', contracts.from, '', accounts.lost, accounts.total]]),
        ...contracts.months.map(({ month, lost, total }) => ['lost', month, month, lost, total]),
        ...contracts.stakes.map(({ from, wins, settled }) => ['stake', from, '', wins, settled]),
        ...contracts.ages.map(({ from, to, wins, settled }) => ['age', from, to, wins, settled]),
      ],
    },
    {
      name: 'operators',
      heads: ['act', 'count'],
      rows: operators.acts.map(({ act, count }) => [act, count]),
    },
    {
      name: 'feeds',
      heads: ['what', 'which', 'count', 'missing_ms', 'longest_ms'],
      rows: [
        ...feeds.classes.map((row) => ['gaps', row.class, row.gaps, row.missing, row.longest]),
        ['uptime', uptime.from, uptime.outages.length, uptime.total - uptime.running, null],
      ],
    },
  ];
}
