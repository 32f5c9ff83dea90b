/** The field for an amount that leaves, with what there is of the coin and a button that takes the most of it. */
import { AmountField, formatAmount, useNumberLocale } from '@tern/ui';
import { useT } from '../../platform/i18n/i18n.tsx';
import type { Coin } from '../balances.ts';
import type { FieldProps } from '../form.ts';

export interface LeavingAmountProps {
  coin: Pick<Coin, 'coinname' | 'available' | 'places'>;
  field: FieldProps;
  /** Of amounts as they are shown. */
  places: number;
  onMost: () => void;
}

export function LeavingAmount({ coin, field, places, onMost }: LeavingAmountProps) {
  const t = useT();
  const locale = useNumberLocale();
  const available = formatAmount(coin.available, { locale, places });
  return (
    <AmountField
      {...field}
      label={t('transfer.amountIn', { coin: coin.coinname })}
      labelAside={t('transfer.availableAmount', { amount: available })}
      places={coin.places}
      unit={coin.coinname}
      action={{ label: t('transfer.max'), onPress: onMost }}
    />
  );
}
