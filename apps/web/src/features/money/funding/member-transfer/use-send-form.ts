/** The state of the form that sends to a member: whom, how much, what to say, and the result. */
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { User } from '../../../../kernel/session.ts';
import { useSubmit } from '../../../../kernel/submit.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { recentWithdrawals } from '../request/coin-choice.tsx';
import { useOutgoingForm } from '../request/use-outgoing-form.ts';
import { MEMBER, useScanned } from '../request/scanned.ts';
import type { WithdrawableCoin } from '../request/withdrawable-coins.ts';
import {
  type FindBy,
  findReceiver,
  type Receiver,
  rememberTransfer,
  SEND_FIELDS,
  sendTransfer,
  termsQuery,
  type Transfer,
  type TransferInput,
} from './api.ts';

/** As many characters as the API takes. */
export const NOTE_MAX = 60;

interface Payment {
  receiver: Receiver;
  amount: string;
}

export function useSendForm(coin: WithdrawableCoin, user: User | undefined) {
  const t = useT();
  const terms = useQuery(termsQuery).data;
  const [by, setBy] = useState<FindBy>('id');
  const [receiver, setReceiver] = useState<Receiver>();
  const [note, setNote] = useState('');
  const [made, setMade] = useState<Transfer>();
  const max = terms?.max.get(coin.asset);
  const outgoing = useOutgoingForm<Payment, TransferInput, Transfer>({
    coin,
    user,
    limits: max === undefined ? undefined : { min: '0', max },
    wrongPlace: t('member-transfer.unknown'),
    fields: SEND_FIELDS,
    inputOf: ({ receiver: { id }, amount }, password) => ({
      receiver: id,
      asset: coin.asset,
      amount,
      note,
      password,
    }),
    send: sendTransfer,
    onSent: (sent) => {
      recentWithdrawals.remember(coin.asset);
      rememberTransfer(sent);
      setMade(sent);
    },
    onTermsChanged: () => undefined,
  });
  const { form } = outgoing;
  const search = useSubmit<{ by: FindBy; to: string }, Receiver>({
    send: findReceiver,
    onDone: setReceiver,
    onRefused: ({ refusal, msg }) =>
      (refusal === 'not-found' || refusal === 'invalid-request') && form.fail({ to: msg }),
  });
  const find = (to: string, how: FindBy = by) => {
    if (to.trim() === '') form.fail({ to: t('member-transfer.enterWhom') });
    else search.submit({ by: how, to: to.trim() });
  };
  /** Someone by ID: sent to earlier, or of a code. */
  const name = (id: string) => {
    setBy('id');
    setReceiver(undefined);
    form.set('to', id);
    find(id, 'id');
  };
  useScanned(MEMBER, name);
  return {
    ...outgoing,
    max,
    earlier: terms?.receivers ?? [],
    by,
    receiver,
    note,
    setNote: (text: string) => setNote([...text].slice(0, NOTE_MAX).join('')),
    isSearching: search.isBusy,
    isSearchOff: search.isOff,
    find: () => find(form.values.to),
    /** Another way to name the receiver. */
    choose(how: FindBy) {
      setBy(how);
      setReceiver(undefined);
      form.set('to', '');
    },
    /** As typed: who was found before is not meant any more. */
    type(to: string) {
      setReceiver(undefined);
      form.set('to', to);
    },
    name,
    send: () =>
      outgoing.sendNow(
        receiver === undefined ? { to: t('member-transfer.findFirst') } : {},
        (amount) => receiver && { receiver, amount },
      ),
    made,
    /** The next transfer starts from nothing. */
    done() {
      setMade(undefined);
      setNote('');
      for (const field of ['amount', 'password'] as const) form.set(field, '');
    },
  };
}

export type Sending = ReturnType<typeof useSendForm>;
