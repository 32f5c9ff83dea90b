/** The stake: typed, or one of the quick amounts. */
import { parseDecimal } from '@tern/money';
import { AmountField, AmountText, Chip, formatAmount, Text, useNumberLocale } from '@tern/ui';
import type { ContractTerms } from '../../../../kernel/contract-terms.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import type { StakeForm } from '../use-stake-form.ts';
import styles from './contract.module.css';

export function StakeField({ terms, form }: { terms: ContractTerms; form: StakeForm }) {
  const t = useT();
  const locale = useNumberLocale();
  const { asset, places, quickStakes: amounts } = terms;
  const { draft, largest } = form;
  return (
    <div>
      <AmountField
        name="stake"
        label={t('futures.amount')}
        labelAside={
          <Text as="span" size="label" tone="soft">
            {t('futures.available')}{' '}
            <AmountText value={form.available} places={places} unit={asset} />
          </Text>
        }
        unit={asset}
        places={places}
        value={draft}
        error={form.error}
        onChange={form.setDraft}
      />
      <div className={styles.amounts}>
        {amounts.map((amount) => (
          <Chip
            key={amount}
            isOn={form.stake !== undefined && form.stake === parseDecimal(amount)}
            onPress={() => form.setDraft(amount)}
          >
            {formatAmount(amount, { locale, places: 0 })}
          </Chip>
        ))}
        {largest !== undefined && (
          <Chip onPress={() => form.setDraft(largest)}>{t('futures.max')}</Chip>
        )}
      </div>
    </div>
  );
}
