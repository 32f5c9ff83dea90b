/** Amounts, times and tries in the words of a withdrawal's messages. */
import { formatAmount, formatDate, useNumberLocale } from '@tern/ui';
import { useI18n } from '../../platform/i18n/i18n.tsx';
import type { FaultWords } from './withdrawing-refusal.ts';

export interface FaultWordsOptions {
  /** The unit of the amount that is typed, and its shown places. */
  unit: string;
  places: number;
  /** Said where the money cannot go to what was chosen. */
  wrongPlace: string;
}

export function useFaultWords({ unit, places, wrongPlace }: FaultWordsOptions): FaultWords {
  const { t } = useI18n();
  const locale = useNumberLocale();
  const inUnit = (amount: string) => ({
    amount: formatAmount(amount, { locale, places }),
    coin: unit,
  });
  return {
    amount(fault) {
      if (fault.kind === 'missing') return t('transfer.enterAmount');
      const key = { balance: 'youHave', min: 'minimum', max: 'maximum' } as const;
      return t(`transfer.${key[fault.kind]}`, inUnit(fault.limit));
    },
    onHold: (until) => t('transfer.onHold', { time: formatDate(until, { locale }) }),
    wrongPassword: (triesLeft) =>
      triesLeft === undefined
        ? t('errors.4023')
        : `${t('errors.4023')} ${t('transfer.triesLeft', { count: triesLeft })}`,
    noPassword: t('errors.4022'),
    wrongPlace,
  };
}
