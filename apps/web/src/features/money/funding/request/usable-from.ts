/** When a new address or bank card can be used: it waits first (settings `withdrawal.addressHoldHours`, `realAddressHoldHours`). */
import { formatDate, useNumberLocale } from '@tern/ui';
import { serverNow } from '../../../../kernel/site-config.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';

/** Returns the text; undefined if it can be used now. */
export function useUsableFrom(): (destination: { usableFrom: string }) => string | undefined {
  const t = useT();
  const locale = useNumberLocale();
  return ({ usableFrom }) =>
    Date.parse(usableFrom) > serverNow()
      ? t('transfer.usableFrom', { time: formatDate(usableFrom, { locale, detail: 'short' }) })
      : undefined;
}
