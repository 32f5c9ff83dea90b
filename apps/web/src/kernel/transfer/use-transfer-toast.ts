/** Says with figures what became of money on its way in or out. */
import { amountPlaces, formatAmount, showToast, useNumberLocale } from '@tern/ui';
import { useT } from '../../platform/i18n/i18n.tsx';
import { useLinks } from '../../platform/navigation/links.ts';
import { pages } from '../pages.ts';
import { exactPlaces } from './exact-places.ts';

/** `In`: a deposit, by network or wire. `Out`: a withdrawal, by network or to a card. */
export type TransferOutcome = 'submittedIn' | 'submittedOut' | 'cancelledIn' | 'cancelledOut';

export interface MovedSum {
  coin: string;
  num: string;
  /** Precision of the asset. */
  places: number;
}

/** The record is on the screen while it is said, so only money that came back has a way elsewhere: to the records of its coin. */
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
