/** The date on which coins unfreeze: at 00:00 UTC, so the date is that of UTC, wherever the member is. */
import { formatDate, useNumberLocale } from '@tern/ui';

export function useUnfreezeDate(): (at: number) => string {
  const locale = useNumberLocale();
  return (at) => formatDate(at, { locale, detail: 'day', timeZone: 'UTC' });
}

export function UnfreezeDate({ at }: { at: number }) {
  const dateOf = useUnfreezeDate();
  return <time dateTime={new Date(at).toISOString()}>{dateOf(at)}</time>;
}
