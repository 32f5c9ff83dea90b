/** The terms of a product or an order in words. */
import { percentOf } from '@tern/money';
import { AmountText, formatPercent, PercentText, useNumberLocale } from '@tern/ui';
import { useCoinPlaces } from '../../../../kernel/balances.ts';
import { exactPlaces } from '../../../../kernel/exact-amount.tsx';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import type { ProductType, Terms } from '../products.ts';

/** Rates have all their digits. */
const RATE_PLACES = 6;

const OWNERSHIPS = {
  sole: 'staking.sole',
  shared: 'staking.shared',
  staking: 'staking.staking',
} as const satisfies Record<ProductType, string>;

export function useTermsTexts() {
  const t = useT();
  const locale = useNumberLocale();
  return {
    ownership: ({ type }: Terms) => t(OWNERSHIPS[type]),
    /** "Shared · pays in BTC" */
    owned: ({ type, coin }: Terms) => t('staking.owned', { ownership: t(OWNERSHIPS[type]), coin }),
    /** Below `OutputADay`. */
    outputNote: ({ income, coin, type }: Terms) => {
      if (income.kind === 'value') return t('staking.rateADay');
      return t(type === 'shared' ? 'staking.machineADay' : 'staking.coinsADay', { coin });
    },
    income: ({ income }: Terms) =>
      t(income.kind === 'coins' ? 'staking.constantCoins' : 'staking.constantValue'),
    output: ({ isFrozen }: Terms) => t(isFrozen ? 'staking.frozenOutput' : 'staking.freeOutput'),
    payout: ({ payoutTime }: Terms) => `${payoutTime} UTC`,
    /** "5%" */
    percent: (ratio: string) => formatPercent(percentOf(ratio), locale, RATE_PLACES),
  };
}

/** The coins of a day, or the rate of a day. */
export function OutputADay({ terms: { income, coin } }: { terms: Terms }) {
  const places = useCoinPlaces(coin);
  if (income.kind === 'value')
    return <PercentText percent={percentOf(income.rate)} places={RATE_PLACES} />;
  return <AmountText value={income.perDay} places={exactPlaces(income.perDay, places)} />;
}

/** What leaving early costs; a machine's price is spent. */
export function EarlyExit({ terms }: { terms: Terms }) {
  const t = useT();
  const { percent } = useTermsTexts();
  return terms.returnsPrincipal ? percent(terms.penalty) : t('staking.notPossible');
}
