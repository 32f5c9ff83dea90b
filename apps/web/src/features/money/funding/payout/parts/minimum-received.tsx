/** The minimum a member accepts for a payout: chosen before sending, fixed until approval. */
import { percentOf } from '@tern/money';
import {
  amountPlaces,
  formatAmount,
  formatPercent,
  Segmented,
  Text,
  useNumberLocale,
} from '@tern/ui';
import { useT } from '../../../../../platform/i18n/i18n.tsx';
import type { Currency } from '../../currencies/api.ts';

export interface MinimumChoiceProps {
  /** Ratios below the estimate. */
  options: readonly string[];
  value: string;
  onChange: (drift: string) => void;
}

export function MinimumChoice({ options, value, onChange }: MinimumChoiceProps) {
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
export function MinimumNote({
  currency,
  minReceived,
}: {
  currency: Currency;
  minReceived: string | undefined;
}) {
  const t = useT();
  const locale = useNumberLocale();
  const { asset, places } = currency;
  const amount = formatAmount(minReceived, { locale, places: amountPlaces(asset, places) });
  const below = t('fiat.belowLeast', { least: `${amount} ${asset}` });
  return (
    <Text size="cap" tone="faint" top={12} role="status">
      {t('fiat.rateOfApproval')}
      {minReceived !== undefined && ` ${below}`}
    </Text>
  );
}
