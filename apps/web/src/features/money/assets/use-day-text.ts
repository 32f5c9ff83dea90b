/** A day of UTC in words: worth is of 00:00 UTC, so every time zone reads the same day. */
import { type DateDetail, formatDate, useNumberLocale } from '@tern/ui';

export function useDayText(): (day: string, detail?: DateDetail) => string {
  const locale = useNumberLocale();
  return (day, detail = 'day') => formatDate(day, { locale, detail, timeZone: 'UTC' });
}
