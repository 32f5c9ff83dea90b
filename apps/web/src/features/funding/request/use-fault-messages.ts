/** The validation messages of funding forms. */
import { formatAmount, formatDate, useNumberLocale } from '@tern/ui';
import { useI18n } from '../../../platform/i18n/i18n.tsx';
import type { AmountFault } from './amounts.ts';
import { exactPlaces } from '../../../kernel/exact-places.ts';
import type { FaultMessages } from './withdrawal-refusal.ts';

export interface AmountMessageOptions {
  /** The unit of the typed amount, and its decimal places. */
  unit: string;
  places: number;
}

export interface FaultMessageOptions extends AmountMessageOptions {
  /** The message for a destination that was refused. */
  wrongPlace: string;
}

/** Returns the message for an amount's fault. */
export function useAmountMessages({
  unit,
  places,
}: AmountMessageOptions): (fault: AmountFault) => string {
  const { t } = useI18n();
  const locale = useNumberLocale();
  return (fault) => {
    if (fault.kind === 'missing') return t('transfer.enterAmount');
    const key = { balance: 'youHave', min: 'minimum', max: 'maximum' } as const;
    const amount = formatAmount(fault.limit, {
      locale,
      places: exactPlaces(fault.limit, places),
    });
    return t(`transfer.${key[fault.kind]}`, { amount, coin: unit });
  };
}

export function useFaultMessages({ wrongPlace, ...options }: FaultMessageOptions): FaultMessages {
  const { t } = useI18n();
  const locale = useNumberLocale();
  return {
    amount: useAmountMessages(options),
    onHold: (until) => t('transfer.onHold', { time: formatDate(until, { locale }) }),
    wrongPassword: (triesLeft) =>
      triesLeft === undefined
        ? t('code.4023')
        : `${t('code.4023')} ${t('transfer.triesLeft', { count: triesLeft })}`,
    noPassword: t('code.4022'),
    wrongPlace,
  };
}
