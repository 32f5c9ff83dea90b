/** What members filter notices by, and which rows of a day are folded; pure. */
import type { Notice, NoticeGroup } from './api.ts';

export const noticeGroups: readonly NoticeGroup[] = ['money', 'contracts', 'security'];

/** So many of a kind are shown of a day; the rest opens on demand. */
const SHOWN_MAX = 3;

export type DayItem<Row> =
  | { type: 'row'; notice: Row }
  | { type: 'more'; family: string; count: number };

/** Only results of contracts come in such numbers; what guards the account is never folded away. */
const FOLDED: ReadonlySet<string> = new Set(['contract']);

const familyOf = ({ kind }: Pick<Notice, 'kind'>) => kind.split('.')[0] ?? kind;

/**
 * Folds all but the first three contract results of a day into one line where the fourth would stand. Folding a single row
 * would save nothing, so four are shown as they are.
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

/** The account may be at risk, or the member has to send something again. */
const URGENT: ReadonlySet<string> = new Set([
  'review.rejected',
  'security.login',
  'security.frozen',
  'security.payPasswordLocked',
  'staff.ban',
  'staff.freeze',
  'staff.unverify',
]);

/** Once it is read, there is nothing left to point at. */
export function isUrgent({ kind, isRead }: Pick<Notice, 'kind' | 'isRead'>): boolean {
  return !isRead && URGENT.has(kind);
}
