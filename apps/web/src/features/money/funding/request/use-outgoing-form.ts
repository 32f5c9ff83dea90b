/** What the forms of withdrawals and payouts share: values, confirmation, sending, and where refusals are shown. */
import { amountPlaces } from '@tern/ui';
import { useState } from 'react';
import type { Coin } from '../../../../kernel/balances.ts';
import { type FieldErrors, useForm } from '../../../../kernel/form.ts';
import { reloadMember } from '../../../../kernel/member.ts';
import type { User } from '../../../../kernel/session.ts';
import { useSubmit } from '../../../../kernel/submit.ts';
import { useNavigator } from '../../../../platform/navigation/current-page.ts';
import type { Path } from '../../../../platform/navigation/route.ts';
import { type Limits, outgoingFault } from '../../../../kernel/amount-limits.ts';
import { useAmountMessages } from '../../../../kernel/amount-messages.ts';
import { usePasswordMessages, useTransferToast } from './form-messages.ts';
import { refusalAtField } from './refusal.ts';
import type { FundingRequest } from './request.ts';

/** `to` is the destination: an address or a bank card. */
export type OutgoingField = 'amount' | 'to' | 'currency' | 'password';

export interface OutgoingFormOptions<Reviewed, Input, Made> {
  coin: Coin;
  user: User | undefined;
  /** Undefined while unknown: then only the balance is checked. */
  limits: Limits | undefined;
  /** The message for a destination that was refused. */
  wrongPlace: string;
  /** The form's field of each field in the API. */
  fields: Readonly<Record<string, OutgoingField>>;
  /** The page of a submitted request; absent: `onSent` shows the result. */
  page?: Path;
  /** What is sent: only that, because a retry has to send the same. */
  inputOf: (reviewed: Reviewed, password: string) => Input;
  send: (input: Input, key: string) => Promise<Made>;
  onSent: (made: Made) => void;
  /** The terms shown are no longer valid. */
  onTermsChanged: () => void;
}

type Checked<Reviewed> = [
  missing: FieldErrors<'to' | 'currency'>,
  next: (amount: string) => Reviewed | undefined,
];

type Sent = Pick<FundingRequest, 'ID' | 'asset' | 'amount'>;

export function useOutgoingForm<Reviewed, Input, Made extends Sent>(
  options: OutgoingFormOptions<Reviewed, Input, Made>,
) {
  const { coin, user, limits, wrongPlace, fields, page } = options;
  const navigator = useNavigator();
  const showTransferToast = useTransferToast();
  const amountMessage = useAmountMessages(coin);
  const password = usePasswordMessages();
  const form = useForm<OutgoingField>({ amount: '', to: '', currency: '', password: '' });
  const [reviewed, setReviewed] = useState<Reviewed>();
  const [isPasswordMissing, setPasswordMissing] = useState(false);
  const texts = { amount: amountMessage, wrong: { to: wrongPlace }, password };
  const { submit, isBusy, isOff } = useSubmit<Input, Made>({
    movesMoney: true,
    send: options.send,
    onDone: (made) => {
      options.onSent(made);
      if (page === undefined) return;
      showTransferToast('submittedOut', made, coin.places);
      navigator.redirect(page, { id: String(made.ID) });
    },
    onRefused: (error) => {
      if (error.refusal === 'step-up-required') {
        setPasswordMissing(true);
        return true;
      }
      if (error.refusal === 'not-yet') reloadMember();
      if (error.refusal === 'not-found') return form.fail({ to: wrongPlace });
      const context = { texts, available: coin.available, fields };
      const found = refusalAtField<OutgoingField>(error, context);
      return found !== undefined && form.fail(found);
    },
    onFailed: (error) => {
      setReviewed(undefined);
      if (error.refusal === 'wrong-withdrawal-password') form.clear('password');
      if (error.refusal === 'terms-changed') options.onTermsChanged();
    },
  });
  const { amount: typed } = form.values;
  const fault = typed === '' ? undefined : outgoingFault(typed, coin.available, limits);
  // More digits do not help, as they would below the minimum.
  const isOver = fault?.kind === 'max' || fault?.kind === 'balance';
  /** Validates, then gives `next` to `go`; `missing` are messages about the destination. */
  const check = (
    missing: FieldErrors<'to' | 'currency'>,
    next: (amount: string) => Reviewed | undefined,
    go: (checked: Reviewed | undefined) => void,
  ) => {
    if (user?.hasPayPassword === false) return setPasswordMissing(true);
    const { amount } = form.values;
    const wrong = outgoingFault(amount, coin.available, limits);
    const isFaulty = form.fail({
      ...(wrong && { amount: amountMessage(wrong) }),
      ...missing,
      ...(form.values.password === '' && { password: password.missing }),
    });
    if (!isFaulty) go(next(amount));
  };
  const sendOf = (sent: Reviewed) => submit(options.inputOf(sent, form.values.password));
  return {
    form,
    /** Decimal places shown of the asset. */
    places: amountPlaces(coin.asset, coin.places),
    /** Asks for confirmation of what `next` makes of the amount. */
    review: (...what: Checked<Reviewed>) => check(...what, setReviewed),
    /** Sends it: for a form that shows all of it. */
    sendNow: (...what: Checked<Reviewed>) => check(...what, (sent) => sent && sendOf(sent)),
    reviewed,
    confirm: () => reviewed && sendOf(reviewed),
    leave: () => setReviewed(undefined),
    isBusy,
    /** Why the typed amount is too large; nothing can be sent then. */
    over: isOver ? amountMessage(fault) : undefined,
    /** Whether the typed amount can be sent; otherwise nothing is received of it. */
    isSendable: typed !== '' && fault === undefined,
    isOff: isOff || isOver,
    isPasswordMissing,
    onPasswordLater: () => setPasswordMissing(false),
  };
}
