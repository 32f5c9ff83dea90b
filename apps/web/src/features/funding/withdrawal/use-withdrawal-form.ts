/** The withdrawal form's state: values, validation, confirmation and sending. */
import { useQuery } from '@tanstack/react-query';
import { amountPlaces } from '@tern/ui';
import { useState } from 'react';
import { reloadTerms } from '../../../kernel/coin-networks.ts';
import { type Form, useForm } from '../../../kernel/form.ts';
import { reloadMember } from '../../../kernel/member.ts';
import { pages } from '../../../kernel/pages.ts';
import type { User } from '../../../kernel/session.ts';
import { useSubmit } from '../../../kernel/submit.ts';
import { useFaultMessages } from '../request/use-fault-messages.ts';
import { useTransferToast } from '../request/use-transfer-toast.ts';
import {
  type FaultMessages,
  refusalAtField,
  type WithdrawalField,
} from '../request/withdrawal-refusal.ts';
import { useI18n, useT } from '../../../platform/i18n/i18n.tsx';
import { useNavigator } from '../../../platform/navigation/current-page.ts';
import { addressesQuery } from '../address-book/api.ts';
import {
  patchWithdrawal,
  reloadWithdrawals,
  sendWithdrawal,
  type Withdrawal,
  type WithdrawalInput,
} from './api.ts';
import { useChosenAddress } from '../address-book/chosen-address.ts';
import type { Reviewed } from './parts/withdrawal-review.tsx';
import { useUsableFrom } from '../address-book/parts/usable-from.ts';
import { recentWithdrawals } from '../request/recent-coins.ts';
import { amountFault, receivedOf } from './withdrawal-sums.ts';
import type { WithdrawableCoin } from './withdrawable-coins.ts';

const WRONG_PASSWORD = 4023;
const TERMS_CHANGED = 5004;
const ON_HOLD = 5009;
const NO_PASSWORD = 5010;

/** The address selected for the coin, with its network's terms. */
function useDestination(coin: WithdrawableCoin) {
  const id = useChosenAddress(coin.coinname);
  const book = useQuery(addressesQuery).data;
  const address = book?.find((kept) => kept.ID === id && kept.coin === coin.coinname);
  const network = coin.networks.find(({ czline }) => czline === address?.czline);
  return { address, network };
}

/** Why the selected address cannot be used; undefined when it can. */
function useAddressFault({ address, network }: ReturnType<typeof useDestination>) {
  const { t } = useI18n();
  const usableFrom = useUsableFrom();
  if (address === undefined) return t('withdrawal.chooseAddressFirst');
  return network === undefined ? t('withdrawal.networkClosed') : usableFrom(address);
}

interface Sending {
  coin: WithdrawableCoin;
  form: Form<WithdrawalField>;
  words: FaultMessages;
  /** The member has no withdrawal password. */
  onPasswordMissing: () => void;
  onEnd: () => void;
}

function useSending({ coin, form, words, onPasswordMissing, onEnd }: Sending) {
  const showTransferToast = useTransferToast();
  const navigator = useNavigator();
  return useSubmit<WithdrawalInput, Withdrawal>({
    movesMoney: true,
    send: sendWithdrawal,
    onDone: (made) => {
      recentWithdrawals.remember(coin.coinname);
      patchWithdrawal(made);
      reloadWithdrawals();
      showTransferToast('submittedOut', {
        coin: coin.coinname,
        num: made.num,
        places: coin.places,
      });
      navigator.redirect(pages.withdrawDetail, { id: String(made.ID) });
    },
    onRefused: (error) => {
      if (error.code === NO_PASSWORD) {
        onPasswordMissing();
        return true;
      }
      if (error.code === ON_HOLD) reloadMember();
      const { available } = coin;
      const found = refusalAtField(error, { words, available, place: ['address', 'memo'] });
      return found !== undefined && form.fail(found);
    },
    onFailed: (error) => {
      onEnd();
      if (error.code === WRONG_PASSWORD) form.clear('password');
      if (error.code === TERMS_CHANGED) reloadTerms();
    },
  });
}

/** The coin's decimal places, and the messages for its faults. */
function useMessages({ coinname: unit, places: precision }: WithdrawableCoin) {
  const t = useT();
  const places = amountPlaces(unit, precision);
  const wrongPlace = t('withdrawal.wrongAddress');
  return { places, words: useFaultMessages({ unit, places, wrongPlace }) };
}

export function useWithdrawalForm(coin: WithdrawableCoin, user: User | undefined) {
  const destination = useDestination(coin);
  const { address, network } = destination;
  const form = useForm<WithdrawalField>({ num: '', to: '', password: '' });
  const [reviewed, setReviewed] = useState<Reviewed>();
  const [isPasswordMissing, setPasswordMissing] = useState(false);
  const addressFault = useAddressFault(destination);
  const { places, words } = useMessages(coin);
  const leave = () => setReviewed(undefined);
  const { submit, isBusy, isOff } = useSending({
    coin,
    form,
    words,
    onPasswordMissing: () => setPasswordMissing(true),
    onEnd: leave,
  });
  const review = () => {
    if (user?.hasPayPassword === false) return setPasswordMissing(true);
    const { num, password } = form.values;
    const fault = amountFault(num, coin.available, network);
    const isFaulty = form.fail({
      ...(fault && { num: words.amount(fault) }),
      ...(addressFault !== undefined && { to: addressFault }),
      ...(password === '' && { password: words.noPassword }),
    });
    if (isFaulty || address === undefined || network === undefined) return;
    const received = receivedOf(num, network) ?? '0';
    const fee = network.withdrawFee;
    setReviewed({ coin: coin.coinname, places, num, fee, received, address });
  };
  const confirm = () => {
    if (reviewed === undefined) return;
    const { addr, memo, czline } = reviewed.address;
    submit({
      num: reviewed.num,
      czline,
      address: addr,
      coinname: coin.coinname,
      coin_id: coin.ID,
      min_received: reviewed.received,
      ...(memo !== '' && { memo }),
      pay_password: form.values.password,
    });
  };
  return {
    form,
    address,
    network,
    places,
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
