/** The payout form's state: terms, destination, validation, confirmation and sending. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Coin } from '../../../../kernel/balances.ts';
import { sentenceOf } from '../../../../kernel/error-sentence.ts';
import { pages } from '../../../../kernel/pages.ts';
import { leastReceived } from '../../../../kernel/rate.tsx';
import type { User } from '../../../../kernel/session.ts';
import { CallError } from '../../../../platform/http/call-error.ts';
import { useI18n, useT } from '../../../../platform/i18n/i18n.tsx';
import { type BankCard, cardsQuery } from '../bank-cards/api.ts';
import { type Currency, reloadBankMoney } from '../currencies/api.ts';
import { BANK_CARD, useChosenDestination } from '../request/chosen-destination.ts';
import { useOutgoingForm } from '../request/use-outgoing-form.ts';
import {
  closedOf,
  type Payout,
  PAYOUT_FIELDS,
  type PayoutInput,
  payouts,
  type PayoutTerms,
  sendPayout,
  termsQuery,
} from './api.ts';
import { driftsFor, receivedOf } from './payout-sums.ts';

/** The current rate, or why there is none. */
function useTerms(coin: Coin, currency: Currency | undefined) {
  const i18n = useI18n();
  const pair = { asset: coin.asset, currency: currency?.asset ?? '' };
  const query = useQuery({ ...termsQuery(pair), enabled: currency !== undefined });
  const { error } = query;
  const refused = error instanceof CallError ? error : undefined;
  return {
    terms: query.isError ? undefined : query.data,
    closed: closedOf(error),
    refetch: () => void query.refetch(),
    refusal:
      refused?.refusal === 'not-listed'
        ? i18n.t('fiat.cannotBePaid', { coin: pair.asset, currency: pair.currency })
        : refused && sentenceOf(refused, i18n, false),
  };
}

/** The payout as it was when the button was pressed. */
export interface Reviewed {
  coin: Coin;
  amount: string;
  card: BankCard;
  currency: Currency;
  terms: PayoutTerms;
  /** In the currency, after the fee. */
  received: string;
  /** In the currency: never paid less than this. */
  minReceived: string;
}

const inputOf = (reviewed: Reviewed, password: string): PayoutInput => ({
  asset: reviewed.coin.asset,
  assetId: reviewed.coin.ID,
  currency: reviewed.currency.asset,
  amount: reviewed.amount,
  cardId: reviewed.card.ID,
  leastReceived: reviewed.minReceived,
  password,
});

export interface PayoutFormOptions {
  coin: Coin;
  /** Undefined until one is selected. */
  currency: Currency | undefined;
  user: User | undefined;
}

export function usePayoutForm({ coin, currency, user }: PayoutFormOptions) {
  const t = useT();
  const chosen = useChosenDestination(BANK_CARD);
  const card = useQuery(cardsQuery).data?.find(({ ID }) => ID === chosen);
  const [wanted, setWanted] = useState<string>();
  const { terms, closed, refetch, refusal } = useTerms(coin, currency);
  const outgoing = useOutgoingForm<Reviewed, PayoutInput, Payout>({
    coin,
    user,
    limits: terms,
    wrongPlace: t('fiat.wrongCard'),
    fields: PAYOUT_FIELDS,
    page: pages.fiatWithdrawDetail,
    inputOf,
    send: sendPayout,
    onSent: (made) => {
      payouts.patch(made);
      reloadBankMoney();
    },
    onTermsChanged: refetch,
  });
  const { amount: typed } = outgoing.form.values;
  const received =
    terms && currency && outgoing.isSendable
      ? receivedOf(typed, terms, currency.places)
      : undefined;
  const drifts = terms && driftsFor(terms.drift);
  const drift = drifts?.find((each) => each === wanted) ?? drifts?.[0];
  const minReceived =
    received && currency && drift ? leastReceived(received, currency.places, drift) : undefined;
  const review = () => {
    const missing = {
      ...(card === undefined && { to: t('fiat.chooseCardFirst') }),
      ...(currency === undefined && { currency: t('fiat.chooseCurrencyFirst') }),
    };
    outgoing.review(missing, (amount) => {
      if (!card || !currency || !terms || !received || !minReceived) return undefined;
      return { coin, amount, card, currency, terms, received, minReceived };
    });
  };
  return {
    ...outgoing,
    // Without terms there is nothing to send.
    isOff: outgoing.isOff || refusal !== undefined,
    card,
    terms,
    closed,
    refusal,
    received,
    minReceived,
    drifts,
    drift,
    setDrift: setWanted,
    review,
  };
}
