/** The messages of funding forms: about the password, and the toast at the end. */
import { amountPlaces, formatAmount, showToast, useNumberLocale } from '@tern/ui';
import { exactPlaces } from '../../../../kernel/exact-amount.tsx';
import { pages } from '../../../../kernel/pages.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { useLinks } from '../../../../platform/navigation/links.ts';
import type { PasswordTexts } from './refusal.ts';
import type { FundingRequest } from './request.ts';

/** The messages about the withdrawal password. */
export function usePasswordMessages(): PasswordTexts {
  const t = useT();
  return {
    wrong: (triesLeft) =>
      triesLeft === undefined
        ? t('code.4023')
        : `${t('code.4023')} ${t('transfer.triesLeft', { count: triesLeft })}`,
    missing: t('code.4022'),
  };
}

/** `In`: a deposit or wire. `Out`: a withdrawal or payout. */
export type TransferOutcome = 'submittedIn' | 'submittedOut' | 'cancelledIn' | 'cancelledOut';

/**
 * Returns the function that shows the toast after submitting or cancelling, with the amount; `places` is the asset's scale.
 * The request is already on the screen, so only returned money links elsewhere: to the coin's records.
 */
export function useTransferToast() {
  const t = useT();
  const to = useLinks();
  const locale = useNumberLocale();
  return (
    outcome: TransferOutcome,
    { asset, amount }: Pick<FundingRequest, 'asset' | 'amount'>,
    places: number,
  ): void => {
    const shown = exactPlaces(amount, amountPlaces(asset, places));
    const sum = `${formatAmount(amount, { locale, places: shown })} ${asset}`;
    const view = { label: t('common.view'), ...to(pages.coinRecords, { coin: asset }) };
    const action = outcome === 'cancelledOut' ? view : undefined;
    showToast(t(`transfer.${outcome}`, { amount: sum }), 'done', action);
  };
}
