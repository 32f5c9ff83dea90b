/** How the transparency page prints its figures. */
import { formatAmount, formatDate, formatDuration, formatPercent, useNumberLocale } from '@tern/ui';
import { percentOf } from '../view-model.ts';

const PERCENT = { min: 1, max: 2 } as const;
/** More than ten times what is owed needs no exact figure. */
const COVER_MAX = 1_000;

/** Times are in UTC, so that everybody sees the same. */
export function usePrints() {
  const locale = useNumberLocale();
  return {
    count: (value: number) => formatAmount(String(value), { locale, places: 0 }),
    percent: (value: string | null | undefined) => formatPercent(value, locale, PERCENT),
    cover: (value: string | null | undefined) => {
      const isFar = Number(value ?? 0) > COVER_MAX;
      const shown = formatPercent(isFar ? String(COVER_MAX) : value, locale, PERCENT);
      return isFar ? `> ${shown}` : shown;
    },
    share: (part: number, whole: number) => formatPercent(percentOf(part, whole), locale, PERCENT),
    time: (at: string) => formatDate(at, { locale, timeZone: 'UTC' }),
    shortTime: (at: string) => formatDate(at, { locale, detail: 'short', timeZone: 'UTC' }),
    month: (at: string) => formatDate(at, { locale, detail: 'month', timeZone: 'UTC' }),
    day: (at: string) => formatDate(at, { locale, detail: 'day', timeZone: 'UTC' }),
    lasted: (ms: number) => formatDuration(ms, locale),
    usdt: (value: string) => formatAmount(value, { locale, places: 2 }),
  };
}
