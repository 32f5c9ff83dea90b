/** The minimum a member accepts for a payout: chosen before sending, fixed until approval (rules §6). */
import { amountPlaces, formatAmount, formatPercent, Segmented, useNumberLocale } from '@tern/ui';
import { useT } from '../../../platform/i18n/i18n.tsx';
import type { Currency } from '../api.ts';
import { percentOf } from '../payout-sums.ts';
import styles from './fiat.module.css';

export interface LeastChoiceProps {
  /** Ratios below the estimate. */
  options: readonly string[];
  value: string;
  onChange: (drift: string) => void;
}

export function LeastChoice({ options, value, onChange }: LeastChoiceProps) {
  const t = useT();
  const locale = useNumberLocale();
  const percent = (drift: string) => `−${formatPercent(percentOf(drift), locale)}`;
  return (
    <Segmented
      isSmall
      label={t('fiat.leastBelow')}
      options={options.map((key) => ({ key, label: percent(key) }))}
      value={value}
      onChange={onChange}
    />
  );
}

/** Which rate applies, and when the payout is cancelled instead. */
export function LeastNote({ currency, least }: { currency: Currency; least: string | undefined }) {
  const t = useT();
  const locale = useNumberLocale();
  const { coinname, places } = currency;
  const amount = formatAmount(least, { locale, places: amountPlaces(coinname, places) });
  const below = t('fiat.belowLeast', { least: `${amount} ${coinname}` });
  return (
    <p className={styles.quiet} role="status">
      {t('fiat.rateOfApproval')}
      {least !== undefined && ` ${below}`}
    </p>
  );
}
