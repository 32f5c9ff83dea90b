/** Sentences about an order. */
import { formatPercent, useNumberLocale } from '@tern/ui';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import type { StakeOrder } from '../products.ts';

export function useOrderTexts() {
  const t = useT();
  const locale = useNumberLocale();
  return {
    /** "M-20418 · 40% share" */
    part: ({ orderNo, type, percent, units }: StakeOrder) => {
      const share = formatPercent(String(percent), locale);
      const part =
        type === 'shared' ? t('staking.shareOf', { share }) : t('staking.units', { count: units });
      return `${orderNo} · ${part}`;
    },
    /** "Day 22 of 60" */
    progress: ({ paidDays, days }: StakeOrder) => t('staking.dayOf', { day: paidDays, days }),
  };
}
