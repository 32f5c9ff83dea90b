/** The notice filters, and which rows of a day are folded; pure. */
import type { Notice, NoticeCategory, NoticeGroup } from './api.ts';

export const noticeGroups: readonly NoticeGroup[] = [
  'money',
  'contracts',
  'security',
  'yield',
  'news',
];

/** How many notices of a category are shown per day; the rest opens on demand. */
const SHOWN_MAX = 3;

export type DayItem<Row> =
  | { type: 'row'; notice: Row }
  | { type: 'more'; category: NoticeCategory; count: number };

/** Results that arrive in numbers. Decisions, money and security are never folded. */
const FOLDED: ReadonlySet<NoticeCategory> = new Set(['contracts', 'spot', 'yield', 'rewards']);

/**
 * Folds all but the first three results of a category and day into one line. Folding a single row would save nothing, so
 * four are shown in full.
 */
export function foldDay<Row extends Pick<Notice, 'category'>>(
  rows: readonly Row[],
  opened: ReadonlySet<NoticeCategory>,
): DayItem<Row>[] {
  const counts = new Map<NoticeCategory, number>();
  for (const { category } of rows) counts.set(category, (counts.get(category) ?? 0) + 1);
  const seen = new Map<NoticeCategory, number>();
  return rows.flatMap((notice): DayItem<Row>[] => {
    const { category } = notice;
    const place = (seen.get(category) ?? 0) + 1;
    seen.set(category, place);
    const hidden = (counts.get(category) ?? 0) - SHOWN_MAX;
    const isWhole = hidden < 2 || opened.has(category) || !FOLDED.has(category);
    if (isWhole || place <= SHOWN_MAX) return [{ type: 'row', notice }];
    return place === SHOWN_MAX + 1 ? [{ type: 'more', category, count: hidden }] : [];
  });
}
