/** The strip shown on every page while offline, with the age of the prices. */
import { connectionIcon, formatDate, Icon, NoticeStrip, useNumberLocale } from '@tern/ui';
import { useArePricesStored } from '../kernel/quotes/stored-markets.ts';
import { newestQuoteAt } from '../kernel/quotes/quote-store.ts';
import { useIsOnline } from '../platform/connection.ts';
import { useT } from '../platform/i18n/i18n.tsx';

export function ConnectionStrip() {
  const t = useT();
  const locale = useNumberLocale();
  const isOnline = useIsOnline();
  const isOld = useArePricesStored();
  if (isOnline && !isOld) return null;
  const at = newestQuoteAt();
  return (
    <NoticeStrip>
      <Icon of={connectionIcon} size={16} />
      <b>{t('common.noConnection')}</b>
      {at !== undefined && <span>{t('common.pricesFrom', { time: momentOf(at, locale) })}</span>}
    </NoticeStrip>
  );
}

/** "14:02" for today, "21 Nov, 14:02" for earlier days. */
function momentOf(at: number, locale: string): string {
  const isToday = new Date(at).toDateString() === new Date().toDateString();
  return formatDate(at, { locale, detail: isToday ? 'clock' : 'short' });
}
