/** The payout form's state: values, terms, validation, confirmation and sending. */
import { useQuery } from '@tanstack/react-query';
import { amountPlaces } from '@tern/ui';
import { useState } from 'react';
import type { Coin } from '../../../kernel/balances.ts';
import { sentenceOf } from '../../../kernel/error-sentence.ts';
import { type Form, useForm } from '../../../kernel/form.ts';
import { reloadMember } from '../../../kernel/member.ts';
import { pages } from '../../../kernel/pages.ts';
import { leastReceived } from '../../../kernel/rate/readable-rate.ts';
import type { User } from '../../../kernel/session.ts';
import { useSubmit } from '../../../kernel/submit.ts';
import { useTransferToast } from '../request/use-transfer-toast.ts';
import { useFaultMessages } from '../request/use-fault-messages.ts';
import {
  type FaultMessages,
  refusalAtField,
  type WithdrawalField,
} from '../request/withdrawal-refusal.ts';
import { CallError } from '../../../platform/http/call-error.ts';
import { useI18n, useT } from '../../../platform/i18n/i18n.tsx';
import { useNavigator } from '../../../platform/navigation/current-page.ts';
import { cardsQuery } from '../bank-cards/api.ts';
import { type Currency, reloadBankMoney } from '../currencies/api.ts';
import { patchPayout, type Payout, type PayoutInput, sendPayout, termsQuery } from './api.ts';
import { useChosenCard } from '../bank-cards/chosen-card.ts';
import type { Reviewed } from './parts/payout-review.tsx';
import { driftsFor, payoutFault, receivedOf } from './payout-sums.ts';

export type PayoutField = WithdrawalField | 'currency';

const NOT_OFFERED = 4019;
const WRONG_PASSWORD = 4023;
const TERMS_CHANGED = 5004;
const NOT_FOUND = 5007;
const ON_HOLD = 5009;
const NO_PASSWORD = 5010;

/** The current rate, or why there is none. */
function useTerms(coin: Coin, currency: Currency | undefined) {
  const i18n = useI18n();
  const pair = { coinname: coin.coinname, currency: currency?.coinname ?? '' };
  const query = useQuery({ ...termsQuery(pair), enabled: currency !== undefined });
  const { error } = query;
  const refused = error instanceof CallError ? error : undefined;
  return {
    terms: query.isError ? undefined : query.data,
    refetch: () => void query.refetch(),
    refusal:
      refused?.code === NOT_OFFERED
        ? i18n.t('fiat.cannotBePaid', { coin: pair.coinname, currency: pair.currency })
        : refused && sentenceOf(refused, i18n, false),
  };
}

interface Sending {
  coin: Coin;
  form: Form<PayoutField>;
  words: FaultMessages;
  refetchTerms: () => void;
  /** The member has no withdrawal password. */
  onPasswordMissing: () => void;
  onEnd: () => void;
}

function useSending(sending: Sending) {
  const { coin, form, words, refetchTerms, onPasswordMissing, onEnd } = sending;
  const showTransferToast = useTransferToast();
  const navigator = useNavigator();
  return useSubmit<PayoutInput, Payout>({
    movesMoney: true,
    send: sendPayout,
    onDone: (made) => {
      patchPayout(made);
      reloadBankMoney();
      showTransferToast('submittedOut', {
        coin: coin.coinname,
        num: made.num,
        places: coin.places,
      });
      navigator.redirect(pages.fiatWithdrawDetail, { id: String(made.ID) });
    },
    onRefused: (error) => {
      if (error.code === NO_PASSWORD) {
        onPasswordMissing();
        return true;
      }
      if (error.code === ON_HOLD) reloadMember();
      if (error.code === NOT_FOUND) return form.fail({ to: words.wrongPlace });
      const { available } = coin;
      const found = refusalAtField(error, { words, available, place: ['bank_id'] });
      return found !== undefined && form.fail(found);
    },
    onFailed: (error) => {
      onEnd();
      if (error.code === WRONG_PASSWORD) form.clear('password');
      if (error.code === TERMS_CHANGED) refetchTerms();
    },
  });
}

/** What is sent of the confirmed values, including the accepted minimum. */
function inputOf(
  { coin, num, card, currency, minReceived }: Reviewed,
  password: string,
): PayoutInput {
  return {
    num,
    bank_id: card.ID,
    coinname: coin.coinname,
    coin_id: coin.ID,
    currency: currency.coinname,
    min_received: minReceived,
    pay_password: password,
  };
}

export interface PayoutFormOptions {
  coin: Coin;
  /** Undefined until one is selected. */
  currency: Currency | undefined;
  user: User | undefined;
}

export function usePayoutForm({ coin, currency, user }: PayoutFormOptions) {
  const t = useT();
  const chosen = useChosenCard();
  const card = useQuery(cardsQuery).data?.find(({ ID }) => ID === chosen);
  const form = useForm<PayoutField>({ num: '', to: '', currency: '', password: '' });
  const [reviewed, setReviewed] = useState<Reviewed>();
  const [wanted, setWanted] = useState<string>();
  const [isPasswordMissing, setPasswordMissing] = useState(false);
  const { terms, refetch, refusal } = useTerms(coin, currency);
  const places = amountPlaces(coin.coinname, coin.places);
  const words = useFaultMessages({ unit: coin.coinname, places, wrongPlace: t('fiat.wrongCard') });
  const leave = () => setReviewed(undefined);
  const { submit, isBusy, isOff } = useSending({
    coin,
    form,
    words,
    refetchTerms: refetch,
    onPasswordMissing: () => setPasswordMissing(true),
    onEnd: leave,
  });
  const received =
    terms && currency ? receivedOf(form.values.num, terms, currency.places) : undefined;
  const drifts = terms && driftsFor(terms.drift);
  const drift = drifts?.find((each) => each === wanted) ?? drifts?.[0];
  const minReceived =
    received && currency && drift ? leastReceived(received, currency.places, drift) : undefined;
  const review = () => {
    if (user?.hasPayPassword === false) return setPasswordMissing(true);
    const { num, password } = form.values;
    const fault = payoutFault(num, coin.available, terms);
    const isFaulty = form.fail({
      ...(fault && { num: words.amount(fault) }),
      ...(card === undefined && { to: t('fiat.chooseCardFirst') }),
      ...(currency === undefined && { currency: t('fiat.chooseCurrencyFirst') }),
      ...(password === '' && { password: words.noPassword }),
    });
    if (isFaulty || !card || !currency || !terms || !received || !minReceived) return;
    setReviewed({ coin, places, num, card, currency, terms, received, minReceived });
  };
  const confirm = () => {
    if (reviewed !== undefined) submit(inputOf(reviewed, form.values.password));
  };
  return {
    form,
    card,
    terms,
    refusal,
    places,
    received,
    minReceived,
    drifts,
    drift,
    setDrift: setWanted,
    review,
    reviewed,
    confirm,
    isBusy,
    isOff,
    leave,
    isPasswordMissing,
    onPasswordLater: () => setPasswordMissing(false),
  };
}
