/** What plans are worth, what was put in, and the difference. */
import { AmountText, ChangeText, Stack, Text } from '@tern/ui';
import { changeOf } from '../../../../kernel/quotes/quote.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import type { Plan } from '../api.ts';
import { PLACES } from '../use-plan-texts.ts';
import styles from './recurring-buy.module.css';

export function Sums({ of }: { of: Pick<Plan, 'worth' | 'putIn' | 'difference'> }) {
  const t = useT();
  const { worth, putIn, difference } = of;
  return (
    <Stack gap={4}>
      <Text size="label" tone="soft">
        {t('recurring-buy.worthNow')}
      </Text>
      <AmountText value={worth} places={PLACES} unit="USDT" look="hero" />
      <p className={styles.sums}>
        <span>
          {t('recurring-buy.putIn')}{' '}
          <AmountText className={styles.strong ?? ''} value={putIn} places={PLACES} />
        </span>
        <AmountText value={difference} places={PLACES} isGain />
        {difference !== '' && <ChangeText percent={changeOf(worth, putIn).change} />}
      </p>
    </Stack>
  );
}
