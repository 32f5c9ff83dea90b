/** The message at an amount field: what is missing, or which limit is violated. */
import { amountPlaces, formatAmount, useNumberLocale } from '@tern/ui';
import { useT } from '../platform/i18n/i18n.tsx';
import type { AmountFault } from './amount-limits.ts';
import type { Coin } from './balances.ts';
import { exactPlaces } from './exact-amount.tsx';

const KEYS = { balance: 'youHave', min: 'minimum', max: 'maximum' } as const;

/** Returns the message for a fault of an amount of an asset. */
export function useAmountMessages({
  asset,
  places,
}: Pick<Coin, 'asset' | 'places'>): (fault: AmountFault) => string {
  const t = useT();
  const locale = useNumberLocale();
  return (fault) => {
    if (fault.kind === 'missing') return t('transfer.enterAmount');
    const shown = exactPlaces(fault.limit, amountPlaces(asset, places));
    const amount = formatAmount(fault.limit, { locale, places: shown });
    return t(`transfer.${KEYS[fault.kind]}`, { amount, coin: asset });
  };
}
