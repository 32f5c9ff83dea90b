/** The wire form's state: values, validation and sending. */
import { amountPlaces } from '@tern/ui';
import { useState } from 'react';
import { identityObstacle } from '../../../../kernel/account-status.ts';
import { emailFault } from '../../../../kernel/email.ts';
import { useForm } from '../../../../kernel/form.ts';
import { useMember } from '../../../../kernel/member.ts';
import { pages } from '../../../../kernel/pages.ts';
import { useSubmit } from '../../../../kernel/submit.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { useNavigator, useParams } from '../../../../platform/navigation/current-page.ts';
import { type Currency, reloadBankMoney } from '../currencies/api.ts';
import { limitFault } from '../../../../kernel/amount-limits.ts';
import { useAmountMessages } from '../../../../kernel/amount-messages.ts';
import { useTransferToast } from '../request/form-messages.ts';
import { refusalAtField } from '../request/refusal.ts';
import { submitWire, WIRE_FIELDS, type WireInput } from './api.ts';

type WireField = 'amount' | 'email';

/** `currencies`: those open for wires, at least one. */
export function useWireForm(currencies: readonly [Currency, ...Currency[]]) {
  const t = useT();
  const navigator = useNavigator();
  const params = useParams();
  const user = useMember();
  const showTransferToast = useTransferToast();
  /** A source of funds is needed for this much: the page where it is given. */
  const [isFundsAsked, setFundsAsked] = useState(false);
  const [named, setNamed] = useState(params['coin'] ?? '');
  const currency = currencies.find(({ asset }) => asset === named) ?? currencies[0];
  const { asset } = currency;
  const amountMessage = useAmountMessages(currency);
  const emailMessages = { missing: t('fiat.enterEmail'), wrong: t('fiat.wrongEmail') };
  const form = useForm<WireField>({
    amount: params['num'] ?? '',
    email: params['email'] ?? user?.email ?? '',
  });
  const { submit, isBusy, isOff } = useSubmit<WireInput, number>({
    movesMoney: true,
    send: submitWire,
    onDone: (id, input) => {
      reloadBankMoney();
      showTransferToast('submittedIn', input, currency.places);
      navigator.redirect(pages.fiatDeposit, { id: String(id) });
    },
    onRefused: (error) => {
      if (error.refusal === 'malformed-email') return form.fail({ email: emailMessages.wrong });
      if ((error.data as { needs?: string } | undefined)?.needs === 'identity') {
        setFundsAsked(true);
        return form.fail({ amount: error.msg });
      }
      const texts = { amount: amountMessage, wrong: { email: emailMessages.wrong } };
      const found = refusalAtField<WireField>(error, { texts, fields: WIRE_FIELDS });
      return found !== undefined && form.fail(found);
    },
  });
  const send = () => {
    const { amount, email } = form.values;
    setFundsAsked(false);
    const fault = limitFault(amount, currency.wires);
    const wrongEmail = emailFault(email);
    const isFaulty = form.fail({
      ...(fault && { amount: amountMessage(fault) }),
      ...(wrongEmail && { email: emailMessages[wrongEmail] }),
    });
    if (!isFaulty) submit({ asset, amount, email: email.trim() });
  };
  const choose = (chosen: string) => {
    setNamed(chosen);
    // The message named a bound of the previous currency.
    form.set('amount', form.values.amount);
  };
  const obstacle = identityObstacle(user);
  const places = amountPlaces(asset, currency.places);
  return { form, user, obstacle, currency, places, choose, send, isBusy, isOff, isFundsAsked };
}
