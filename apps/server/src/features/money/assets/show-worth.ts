/** What a member had at each midnight of a period. Everything is read; nothing is valued. */
import { formatDecimal } from '@tern/money';
import type { WorthPeriod } from '@tern/protocol';
import type { Reader } from '../../../platform/database/database.ts';
import { DAY_MS } from '../../../platform/durations.ts';
import { daysBetween, monthsBefore } from './days.ts';
import { readPaidIn } from './paid-in.ts';
import { firstPaidInDay } from './store.ts';
import { findWorthDays, readWorthProgress, type WorthProgress } from './store-worth.ts';
import type { FlowDeps } from './value-flows.ts';
import { withRepeats } from './worth-days.ts';
import { dayOf } from '../../../platform/clock.ts';

const WEEK_DAYS = 7;

/** Shape: `reader` is a snapshot. */
export async function showWorth(
  reader: Reader,
  deps: FlowDeps,
  request: { memberId: number; period: WorthPeriod; now: number },
) {
  const { memberId, period, now } = request;
  const today = dayOf(now);
  const [progress, stored, { recentDays }] = await Promise.all([
    readWorthProgress(reader),
    firstPaidInDay(reader, memberId),
    readPaidIn(reader, deps, request),
  ]);
  const through = computedThrough(progress, memberId);
  const start = startOf(period, now);
  const [firstDay] = [...recentDays, ...(stored === null ? [] : [stored])].sort();
  const first = firstDay ?? today;
  const since = start === undefined || start < first ? first : start;
  const isYounger = since === first;
  // A member who came today began with nothing. Right after midnight the last day is missing.
  const isComputed = through !== null && (through >= since || isYounger);
  if (!isComputed && firstDay !== today) {
    return { state: 'computing' as const, isYounger, list: [] };
  }
  const days = daysBetween(since, through === null || through < since ? since : through);
  const rows = await findWorthDays(reader, memberId, { since, through: days.at(-1) ?? since });
  return {
    state: 'ready' as const,
    isYounger,
    list: withRepeats(rows, days).map(({ day, worth, putIn, takenOut }) => ({
      day,
      worth: worth === null ? null : formatDecimal(worth),
      putIn: formatDecimal(putIn),
      takenOut: formatDecimal(takenOut),
    })),
  };
}

/** The last day for which this member is computed; null before the first pass has reached them. */
function computedThrough(
  { target, doneThrough, throughMember }: WorthProgress,
  memberId: number,
): string | null {
  return target !== null && memberId <= throughMember ? target : doneThrough;
}

/** Undefined: from the beginning. */
function startOf(period: WorthPeriod, now: number): string | undefined {
  const today = dayOf(now);
  switch (period) {
    case 'week':
      return dayOf(now - WEEK_DAYS * DAY_MS);
    case 'month':
      return monthsBefore(today, 1);
    case 'quarter':
      return monthsBefore(today, 3);
    case 'year':
      return monthsBefore(today, 12);
    case 'all':
      return undefined;
  }
}
