/** The line of each figure over the chosen time, and its usual range. Read from the measured minutes, once a minute. */
import type { Clock } from '../../../../platform/clock.ts';
import type { Database } from '../../../../platform/database/database.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, WEEK_MS } from '../../../../platform/durations.ts';
import { readBands, readLines } from '../store.ts';
import {
  type Band,
  bandOf,
  type FigureKey,
  figureKeys,
  figureRules,
  type Place,
  unusualSince,
} from './figures.ts';

export const spans = ['hour', 'day', 'week'] as const;
export type Span = (typeof spans)[number];

const steps: Readonly<Record<Span, { readonly lengthMs: number; readonly stepMs: number }>> = {
  hour: { lengthMs: HOUR_MS, stepMs: MINUTE_MS },
  day: { lengthMs: DAY_MS, stepMs: 15 * MINUTE_MS },
  week: { lengthMs: WEEK_MS, stepMs: 2 * HOUR_MS },
};

/** What has just begun is not usual yet. */
const RECENT_MS = 30 * MINUTE_MS;
/** What is usual is known after so many minutes. */
const MINUTES_MIN = 60;

export interface Line {
  /** The begin of the first step, epoch ms. */
  readonly from: number;
  readonly stepMs: number;
  /** Null: not measured. */
  readonly values: readonly (number | null)[];
}

export interface FigureLine extends Line {
  /** Undefined: not known yet. */
  readonly band: Band | undefined;
  /** Since when it is outside of its range. */
  readonly unusual: { readonly at: number; readonly place: Place } | undefined;
}

export type Lines = Readonly<Record<FigureKey, FigureLine>>;

type LinesDeps = { readonly database: Database; readonly clock: Clock };

/** Lines change once a minute, so they are read once a minute. */
export function createLines({ database, clock }: LinesDeps): (span: Span) => Promise<Lines> {
  const known = new Map<Span, { readonly minute: number; readonly lines: Promise<Lines> }>();
  return (span) => {
    const minute = Math.floor(clock.now() / MINUTE_MS) * MINUTE_MS;
    const before = known.get(span);
    if (before?.minute === minute) return before.lines;
    const lines = readAll(database, span, minute);
    known.set(span, { minute, lines });
    lines.catch(() => known.delete(span));
    return lines;
  };
}

async function readAll(database: Database, span: Span, until: number): Promise<Lines> {
  const measured = await readBands(database, until - WEEK_MS, until - RECENT_MS);
  const chosen = await readSpan(database, span, until);
  const hour = span === 'hour' ? chosen : await readSpan(database, 'hour', until);
  const entries = figureKeys.map((key): [FigureKey, FigureLine] => {
    const row = measured.find(({ figure }) => figure === key);
    const isKnown = row !== undefined && row.minutes >= MINUTES_MIN;
    const band = isKnown
      ? bandOf(key, { low: row.low / 1_000, high: row.high / 1_000 })
      : undefined;
    return [
      key,
      { ...chosen[key], band, unusual: band && unusualSince(minutesOf(hour[key]), band) },
    ];
  });
  return Object.fromEntries(entries) as Lines;
}

const minutesOf = ({ from, stepMs, values }: Line) =>
  values.map((value, step) => ({ at: from + step * stepMs, value }));

async function readSpan(
  database: Database,
  span: Span,
  until: number,
): Promise<Record<FigureKey, Line>> {
  const { lengthMs, stepMs } = steps[span];
  const from = Math.ceil((until - lengthMs) / stepMs) * stepMs;
  const length = Math.ceil((until - from) / stepMs);
  const rows = await readLines(database, { from, until, stepMs });
  const lines = figureKeys.map((key): [FigureKey, Line] => {
    const values = Array.from({ length }, (): number | null => null);
    for (const { figure, step, highest, mean } of rows) {
      if (figure !== key) continue;
      values[step] = (figureRules[key].minute === 'highest' ? highest : mean) / 1_000;
    }
    return [key, { from, stepMs, values }];
  });
  return Object.fromEntries(lines) as Record<FigureKey, Line>;
}
