/** Texts for the member's own limits. */
import { formatAmount, formatDate, useNumberLocale } from '@tern/ui';
import type { ContractTerms } from '../../../kernel/contract-terms.ts';
import { useT } from '../../../platform/i18n/i18n.tsx';
import type { Limits } from '../api.ts';

/** "Until 22 Nov 2026, 09:29", or a text for no end. */
export function usePauseText(): (pausedUntil: string) => string {
  const t = useT();
  const locale = useNumberLocale();
  return (pausedUntil) =>
    pausedUntil === ''
      ? t('futures.noPause')
      : t('futures.until', { time: formatDate(pausedUntil, { locale }) });
}

/** The pending higher limit; undefined when there is none. */
export function useComingLimitText({ asset, places }: ContractTerms) {
  const t = useT();
  const locale = useNumberLocale();
  return ({ nextAt, nextDailyStake }: Limits): string | undefined => {
    if (nextAt === '') return undefined;
    const time = formatDate(nextAt, { locale });
    if (nextDailyStake === '') return t('futures.noLimitFrom', { time });
    const limit = `${formatAmount(nextDailyStake, { locale, places })} ${asset}`;
    return t('futures.limitFrom', { limit, time });
  };
}
