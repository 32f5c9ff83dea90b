/** The toast after submitting or cancelling a funding request, with its amount. */
import { amountPlaces, formatAmount, showToast, useNumberLocale } from '@tern/ui';
import { useT } from '../../../platform/i18n/i18n.tsx';
import { useLinks } from '../../../platform/navigation/links.ts';
import { pages } from '../../../kernel/pages.ts';
import { exactPlaces } from '../../../kernel/exact-places.ts';

/** `In`: a deposit or wire. `Out`: a withdrawal or payout. */
export type TransferOutcome = 'submittedIn' | 'submittedOut' | 'cancelledIn' | 'cancelledOut';

export interface MovedSum {
  coin: string;
  num: string;
  /** The asset's scale. */
  places: number;
}

/** The request is already on the screen, so only returned money links elsewhere: to the coin's records. */
export function useTransferToast(): (outcome: TransferOutcome, sum: MovedSum) => void {
  const t = useT();
  const to = useLinks();
  const locale = useNumberLocale();
  return (outcome, { coin, num, places }) => {
    const shown = exactPlaces(num, amountPlaces(coin, places));
    const amount = `${formatAmount(num, { locale, places: shown })} ${coin}`;
    const view = { label: t('common.view'), ...to(pages.coinRecords, { coin }) };
    const action = outcome === 'cancelledOut' ? view : undefined;
    showToast(t(`transfer.${outcome}`, { amount }), 'done', action);
  };
}
