/** The sentences of an alert. */
import { formatPercent, formatPrice, useNumberLocale } from '@tern/ui';
import { useT } from '../../../platform/i18n/i18n.tsx';
import type { Instrument } from '../../../kernel/quotes/quote.ts';
import type { Alert } from './api.ts';

export function useAlertTexts() {
  const t = useT();
  const locale = useNumberLocale();
  const levelOf = (
    { kind, level }: Pick<Alert, 'kind' | 'level'>,
    market: Instrument | undefined,
  ) =>
    kind === 'change'
      ? { percent: formatPercent(level, locale), price: '' }
      : { price: formatPrice(level, { locale, places: market?.pricePlaces }), percent: '' };
  return {
    /** "Above 64,900.0" */
    title: (alert: Pick<Alert, 'kind' | 'level'>, market: Instrument | undefined) =>
      t(`price-alert.${alert.kind}`, levelOf(alert, market)),
    /** "BTC above 64,900.0" */
    named: (alert: Pick<Alert, 'kind' | 'level'>, market: Instrument | undefined) => {
      const key = ({ above: 'baseAbove', below: 'baseBelow', change: 'baseChange' } as const)[
        alert.kind
      ];
      return t(`price-alert.${key}`, { base: market?.base ?? '', ...levelOf(alert, market) });
    },
    /** "Once · push, email, in the app" */
    manner: ({ repeats, push, email }: Pick<Alert, 'repeats' | 'push' | 'email'>) => {
      const ways = [
        ...(push ? [t('price-alert.byPush')] : []),
        ...(email ? [t('price-alert.byEmail')] : []),
        ...(push || email ? [] : [t('price-alert.inApp')]),
      ];
      return `${t(repeats ? 'price-alert.each' : 'price-alert.once')} · ${ways.join(', ')}`;
    },
  };
}
