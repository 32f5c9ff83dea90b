/** The notice filters, and which rows of a day are folded; pure. */
import type { Notice, NoticeGroup } from './api.ts';

export const noticeGroups: readonly NoticeGroup[] = ['money', 'contracts', 'security'];

/** How many notices of a kind are shown per day; the rest opens on demand. */
const SHOWN_MAX = 3;

export type DayItem<Row> =
  | { type: 'row'; notice: Row }
  | { type: 'more'; family: string; count: number };

/** Only contract results arrive in large numbers; security notices are never folded. */
const FOLDED: ReadonlySet<string> = new Set(['contract']);

const familyOf = ({ kind }: Pick<Notice, 'kind'>) => kind.split('.')[0] ?? kind;

/**
 * Folds all but the first three contract results of a day into one line. Folding a single row would save nothing, so four
 * are shown in full.
 */
export function foldDay<Row extends Pick<Notice, 'kind'>>(
  rows: readonly Row[],
  opened: ReadonlySet<string>,
): DayItem<Row>[] {
  const counts = new Map<string, number>();
  for (const row of rows) counts.set(familyOf(row), (counts.get(familyOf(row)) ?? 0) + 1);
  const seen = new Map<string, number>();
  return rows.flatMap((notice): DayItem<Row>[] => {
    const family = familyOf(notice);
    const place = (seen.get(family) ?? 0) + 1;
    seen.set(family, place);
    const hidden = (counts.get(family) ?? 0) - SHOWN_MAX;
    const isWhole = hidden < 2 || opened.has(family) || !FOLDED.has(family);
    if (isWhole || place <= SHOWN_MAX) return [{ type: 'row', notice }];
    return place === SHOWN_MAX + 1 ? [{ type: 'more', family, count: hidden }] : [];
  });
}

/** The account may be at risk, or the member has to act. */
const URGENT: ReadonlySet<string> = new Set([
  'review.rejected',
  'security.login',
  'security.frozen',
  'security.payPasswordLocked',
  'staff.ban',
  'staff.freeze',
  'staff.unverify',
]);

/** A read notice no longer needs attention. */
export function isUrgent({ kind, isRead }: Pick<Notice, 'kind' | 'isRead'>): boolean {
  return !isRead && URGENT.has(kind);
}
