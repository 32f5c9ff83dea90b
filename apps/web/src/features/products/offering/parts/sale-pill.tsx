/** Where a sale is, in one or two words. */
import { formatDate, Pill, useNumberLocale } from '@tern/ui';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { type Offering, statusOf } from '../view-model.ts';

export function SalePill({ offering, now }: { offering: Offering; now: number }) {
  const t = useT();
  const locale = useNumberLocale();
  switch (statusOf(offering, now)) {
    case 'open':
    case 'used':
      return (
        <Pill kind="done" dot="self">
          {t('offering.open')}
        </Pill>
      );
    case 'coming': {
      const date = formatDate(offering.opensAt, { locale, detail: 'date' });
      return <Pill>{t('offering.opensOn', { date })}</Pill>;
    }
    case 'paused':
      return <Pill kind="review">{t('offering.paused')}</Pill>;
    case 'full':
      return <Pill>{t('offering.soldOut')}</Pill>;
    case 'ended':
      return <Pill>{t('offering.ended')}</Pill>;
  }
}
