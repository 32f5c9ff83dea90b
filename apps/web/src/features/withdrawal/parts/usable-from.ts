/** The words for an address that may not be paid yet (setting `withdrawal.addressHoldHours`). */
import { formatDate, useNumberLocale } from '@tern/ui';
import { serverNow } from '../../../kernel/site-config.ts';
import { useT } from '../../../platform/i18n/i18n.tsx';
import type { Address } from '../api.ts';

/** Gives undefined for an address that may be paid at once. */
export function useUsableFrom(): (address: Address) => string | undefined {
  const t = useT();
  const locale = useNumberLocale();
  return ({ usableFrom }) =>
    Date.parse(usableFrom) > serverNow()
      ? t('withdrawal.usableFrom', { time: formatDate(usableFrom, { locale, detail: 'short' }) })
      : undefined;
}
