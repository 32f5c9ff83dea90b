/** Placing a contract: from the button over the confirmation to its running sheet. */
import { formatAmount, showToast, useNumberLocale } from '@tern/ui';
import { useState } from 'react';
import type { ContractTerms } from '../../../kernel/contract-terms.ts';
import type { Instrument } from '../../../kernel/quotes/quote.ts';
import { balanceKeys } from '../../../kernel/balances.ts';
import { queryClient } from '../../../kernel/query-client.ts';
import { useSubmit } from '../../../kernel/submit.ts';
import type { CallError } from '../../../platform/http/call-error.ts';
import { useT } from '../../../platform/i18n/i18n.tsx';
import { type Placement, placeContract, reloadContracts } from './api.ts';
import type { Reviewed } from './parts/review-sheet.tsx';
import { type StakeForm, useFaultSentence } from './use-stake-form.ts';
import { refusedStake } from './stake-draft.ts';

interface PlacingOptions {
  instrument: Instrument;
  terms: ContractTerms;
  form: StakeForm;
  /** Shows the error and moves the focus to it. */
  onInvalid: () => void;
  onPlaced: (id: number) => void;
}

const placementOf = ({ isUp, instrument, form }: Reviewed): Placement => ({
  symbol: instrument.symbol,
  isUp,
  stake: form.draft,
  seconds: form.seconds,
  ratio: form.ratio,
});

export function usePlaceContract({ instrument, terms, form, onInvalid, onPlaced }: PlacingOptions) {
  const t = useT();
  const locale = useNumberLocale();
  const sentence = useFaultSentence(terms);
  const [reviewed, setReviewed] = useState<Reviewed>();
  const showFault = (text: string) => {
    form.setError(text);
    onInvalid();
  };
  const { submit, isBusy } = useSubmit({
    movesMoney: true,
    send: placeContract,
    onDone: ({ ID }, placement) => {
      setReviewed(undefined);
      const stake = formatAmount(placement.stake, { locale, places: terms.places });
      const outcome = t('futures.placed');
      const figures = [
        t(placement.isUp ? 'futures.buyUp' : 'futures.buyDown'),
        `${stake} ${terms.asset}`,
        t('futures.seconds', { seconds: String(placement.seconds) }),
      ];
      showToast(`${outcome}: ${figures.join(', ')}`, 'done');
      onPlaced(ID);
    },
    onRefused: (error: CallError) => {
      const fault = refusedStake(error, form.available);
      if (fault !== undefined) showFault(sentence(fault));
      return fault !== undefined;
    },
    onFailed: () => {
      setReviewed(undefined);
      // Whatever the reason, the screen may be out of date: terms, balance, or a contract that was placed after all.
      reloadContracts();
      void queryClient.invalidateQueries({ queryKey: balanceKeys.coins });
    },
  });
  return {
    reviewed,
    isBusy,
    ask: (isUp: boolean) => {
      if (form.faultMessage === undefined) setReviewed({ isUp, instrument, terms, form });
      else showFault(form.faultMessage);
    },
    confirm: () => reviewed && submit(placementOf(reviewed)),
    leave: () => setReviewed(undefined),
  };
}
