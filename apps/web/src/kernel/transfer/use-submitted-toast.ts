/** Says with figures that money was submitted for review; its record opens behind the toast. */
import { amountPlaces, formatAmount, showToast, useNumberLocale } from '@tern/ui';
import { useT } from '../../platform/i18n/i18n.tsx';
import { exactPlaces } from './exact-places.ts';

export interface Submitted {
  coin: string;
  num: string;
  /** Precision of the asset. */
  places: number;
}

export function useSubmittedToast(): (made: Submitted) => void {
  const t = useT();
  const locale = useNumberLocale();
  return ({ coin, num, places }) => {
    const shown = exactPlaces(num, amountPlaces(coin, places));
    const amount = formatAmount(num, { locale, places: shown });
    showToast(t('transfer.submitted', { amount, coin }), 'done');
  };
}
