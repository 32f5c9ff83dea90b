/** How the public figures follow from what was counted (ADR 51). Pure. */
import { type Amount, divideInteger, formatDecimal, ONE } from '@tern/money';
import { DAY_MS } from '../../../../platform/durations.ts';

/** Months of results of contracts, the current one included. */
const MONTHS = 12;

/** The first day of the month eleven months before: `2026-01-01`. Units: epoch milliseconds. */
export function firstMonth(now: number): string {
  const date = new Date(now);
  const first = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - MONTHS + 1, 1);
  return new Date(first).toISOString().slice(0, 'YYYY-MM-DD'.length);
}

/** Withdrawals, acts of operators and gaps of prices are those of the last 30 days. */
export const RECENT_MS = 30 * DAY_MS;
/** Uptime is that of the last 90 days. */
export const UPTIME_MS = 90 * DAY_MS;

const HUNDRED = 100n;

/** What is held as percent of what is owed, cut to two places; null while nothing is owed. */
export function coverOf(held: Amount, owed: Amount): string | null {
  if (owed <= 0n) return null;
  const hundredths = divideInteger(held * HUNDRED * HUNDRED, owed, 'down');
  return formatDecimal(((hundredths * ONE) / HUNDRED) as Amount);
}

/** A time in which the server ran. Units: epoch milliseconds. */
export interface Run {
  readonly from: number;
  readonly to: number;
}

export interface Uptime {
  readonly from: number;
  readonly running: number;
  readonly total: number;
  /** Newest first. */
  readonly outages: readonly Run[];
}

/**
 * How long the server ran between `from`, or its very first run, and now. Runs may overlap where several processes ran.
 * The time since the newest run was last seen counts as running, because somebody asks.
 */
export function uptimeOf(
  runs: readonly Run[],
  { from, now }: { from: number; now: number },
): Uptime {
  const sorted = [...runs].sort((one, other) => one.from - other.from);
  const begin = Math.max(from, sorted[0]?.from ?? now);
  const outages: Run[] = [];
  let reached = begin;
  for (const run of sorted) {
    if (run.from > reached) outages.unshift({ from: reached, to: run.from });
    reached = Math.max(reached, run.to);
  }
  const total = now - begin;
  const missing = outages.reduce((sum, outage) => sum + outage.to - outage.from, 0);
  return { from: begin, running: total - missing, total, outages };
}
