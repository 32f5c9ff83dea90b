/** The text for an address that cannot be used yet (setting `withdrawal.addressHoldHours`). */
import { formatDate, useNumberLocale } from '@tern/ui';
import { serverNow } from '../../../../kernel/site-config.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import type { Address } from '../api.ts';

/** Returns undefined for an address that can be used now. */
export function useUsableFrom(): (address: Address) => string | undefined {
  const t = useT();
  const locale = useNumberLocale();
  return ({ usableFrom }) =>
    Date.parse(usableFrom) > serverNow()
      ? t('withdrawal.usableFrom', { time: formatDate(usableFrom, { locale, detail: 'short' }) })
      : undefined;
}
