/** The amount field of a withdrawal, with the available balance and a Max chip. */
import { BigAmountField, Chip, formatAmount, useNumberLocale } from '@tern/ui';
import { useT } from '../../../platform/i18n/i18n.tsx';
import type { Coin } from '../../../kernel/balances.ts';
import type { FieldProps } from '../../../kernel/form.ts';
import styles from './outgoing-amount.module.css';

export interface OutgoingAmountProps {
  coin: Pick<Coin, 'coinname' | 'available' | 'places'>;
  field: FieldProps;
  /** Decimal places shown. */
  places: number;
  /** Typing is blocked by an obstacle. */
  isDisabled: boolean;
  onMost: () => void;
}

export function OutgoingAmount({ coin, field, places, isDisabled, onMost }: OutgoingAmountProps) {
  const t = useT();
  const locale = useNumberLocale();
  const amount = formatAmount(coin.available, { locale, places });
  return (
    <div className={styles.amount}>
      <BigAmountField
        {...field}
        size="hero"
        label={t('transfer.amountIn', { coin: coin.coinname })}
        placeholder={formatAmount('0', { locale, places: Math.min(places, 2) })}
        places={coin.places}
        isDisabled={isDisabled}
      />
      <p className={styles.available}>
        <span>{t('transfer.availableAmount', { amount })}</span>
        {!isDisabled && <Chip onPress={onMost}>{t('transfer.max')}</Chip>}
      </p>
    </div>
  );
}
