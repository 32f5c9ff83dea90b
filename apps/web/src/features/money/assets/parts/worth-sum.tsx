/** The sum of a period, which adds up: worth then, put in, taken out, worth now, profit. */
import {
  AmountText,
  Card,
  KeyValue,
  KeyValues,
  Text,
  useNumberLocale,
  formatAmount,
  formatPercent,
} from '@tern/ui';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { useDayText } from '../use-day-text.ts';
import type { PeriodSum } from '../worth-view.ts';
import styles from './worth-over-time.module.css';

const PLACES = 2;

export interface WorthSumProps {
  sum: PeriodSum;
  /** The first day is that of the first deposit. */
  isYounger: boolean;
  /** A day that is held, not now. */
  isPast: boolean;
  isHidden: boolean;
}

export function WorthSum({ sum, isYounger, isPast, isHidden }: WorthSumProps) {
  const t = useT();
  const locale = useNumberLocale();
  const dayText = useDayText();
  const amount = (value: string, isSigned = false) => (
    <AmountText value={value} places={PLACES} isSigned={isSigned} isHidden={isHidden} />
  );
  const start = dayText(sum.start.day);
  return (
    <Card className={styles.lines ?? ''}>
      {isYounger && (
        <Text as="p" size="cap" tone="soft">
          {t('assets.sinceFirstDeposit', { date: start })}
        </Text>
      )}
      <KeyValues>
        <KeyValue name={t('assets.worthOn', { date: start })} value={amount(sum.before)} />
        <KeyValue name={t('assets.putInSince')} value={amount(sum.putIn, true)} />
        <KeyValue name={t('assets.takenOutSince')} value={amount(sum.takenOut, true)} />
      </KeyValues>
      <KeyValues>
        <KeyValue name={t('assets.netPutIn')} value={amount(sum.net)} />
        <KeyValue
          name={isPast ? t('assets.worthOn', { date: dayText(sum.end.day) }) : t('assets.worthNow')}
          value={amount(sum.now)}
        />
        <KeyValue
          isTotal
          name={t('assets.profit')}
          value={<AmountText value={sum.profit} places={PLACES} isGain isHidden={isHidden} />}
        />
      </KeyValues>
      {sum.percent !== undefined && !isHidden && (
        <Text as="p" size="cap" tone="faint">
          {t('assets.profitOf', {
            percent: formatPercent(sum.percent, locale, PLACES),
            amount: formatAmount(sum.base, { locale, places: PLACES }),
          })}
        </Text>
      )}
    </Card>
  );
}
