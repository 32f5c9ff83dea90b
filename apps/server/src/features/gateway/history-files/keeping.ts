/** Which months of files are kept, by their age and by the room they need. Pure. */
import { monthOf } from './names.ts';

export interface Keeping {
  /** Whole months before the running one; absent: all. */
  readonly months?: number | undefined;
  /** The room for all files. */
  readonly bytes: number;
}

/** The files of a month that go together: its candles, or its trades in both forms. */
export interface StoredMonth {
  /** `2026-11` */
  readonly month: string;
  readonly isKlines: boolean;
  readonly bytes: number;
  /** Its month is published, and nothing is made from its files any more. */
  readonly isComplete: boolean;
}

/** The first month that is not too old: `2025-11`; absent: none is. */
export function firstMonthKept({ months }: Keeping, now: number): string | undefined {
  if (months === undefined) return undefined;
  const date = new Date(now);
  return monthOf(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - months, 1));
}

/**
 * What has to go: months that are too old, then the oldest until the rest has room. Of these trades go before candles: they need
 * most of the room, and candles of years are asked for more than trades of years.
 */
export function monthsToDrop<Month extends StoredMonth>(
  stored: readonly Month[],
  keeping: Keeping,
  now: number,
): Month[] {
  const running = monthOf(now);
  const first = firstMonthKept(keeping, now) ?? '';
  const over = stored.filter(({ month, isComplete }) => isComplete && month < running);
  const dropped = over.filter(({ month }) => month < first);
  const inOrder = over
    .filter(({ month }) => month >= first)
    .toSorted(
      (left, right) =>
        Number(left.isKlines) - Number(right.isKlines) || (left.month < right.month ? -1 : 1),
    );
  const sizeOf = (months: readonly StoredMonth[]) =>
    months.reduce((sum, { bytes }) => sum + bytes, 0);
  let needed = sizeOf(stored) - sizeOf(dropped);
  for (const month of inOrder) {
    if (needed <= keeping.bytes) break;
    dropped.push(month);
    needed -= month.bytes;
  }
  return dropped;
}
