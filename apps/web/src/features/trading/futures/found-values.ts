/** The value shown next to each evidence check. */
import { formatAmount, formatDate, formatPrice, useNumberLocale } from '@tern/ui';
import { useMarketOf } from '../../../kernel/quotes/market-feed.ts';
import { useT } from '../../../platform/i18n/i18n.tsx';
import type { Contract } from './contract-pages.ts';
import { STAKE_PLACES } from './contract-view.ts';
import { useReturnText } from './parts/duration-choice.tsx';
import type { Verification } from './verify-evidence.ts';

/** The algorithm of the chain's signatures (docs/features/proof/transparency.md). */
const SIGNATURE = 'Ed25519';

export type CheckName = Verification['items'][number]['name'];

/** Returns the value next to a passed check; empty when the evidence could not be read. */
export function useFoundValues(
  contract: Contract,
  { bundle, received, place }: Verification,
): (name: CheckName) => string {
  const t = useT();
  const locale = useNumberLocale();
  const returnText = useReturnText();
  const places = useMarketOf(contract.symbol)?.pricePlaces;
  return (name) => {
    if (bundle === undefined) return '';
    const { contract: agreed, terms, chain, result } = bundle;
    const { ticks } = chain;
    const price = (value: string | null) =>
      value === null ? '' : formatPrice(value, { locale, places });
    const seq = (value: number | undefined) => formatPrice(String(value ?? 0), { locale });
    const profit = { locale, places: STAKE_PLACES, isSigned: true };
    const seconds = t('futures.seconds', { seconds: String(terms.durationSeconds) });
    const call = t(agreed.direction === 'up' ? 'futures.buyUp' : 'futures.buyDown');
    const values: Record<CheckName, () => string> = {
      shape: () => t('futures.foundPrices', { count: ticks.length }),
      terms: () => `${call}, ${seconds}, ${returnText(terms.payoutRatio)}`,
      receipt: () => formatDate(agreed.acceptedAt, { locale, detail: 'time' }),
      log: () => `#${seq(place)}`,
      head: () => SIGNATURE,
      chain: () =>
        t('futures.foundRange', { from: seq(ticks.at(0)?.seq), to: seq(ticks.at(-1)?.seq) }),
      opening: () => price(result.openPrice),
      closing: () => price(result.closePrice),
      received: () => t('futures.foundOf', { part: received, all: ticks.length }),
      result: () => formatAmount(result.profit, profit),
      record: () => contract.orderNo,
    };
    return values[name]();
  };
}
