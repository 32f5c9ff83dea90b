/** The wire form's state: values, validation and sending. */
import { amountPlaces } from '@tern/ui';
import { useState } from 'react';
import { type FieldErrors, useForm } from '../../../kernel/form.ts';
import { pages } from '../../../kernel/pages.ts';
import { useMember } from '../../../kernel/member.ts';
import { useSubmit } from '../../../kernel/submit.ts';
import { depositObstacle } from '../../../kernel/account-status.ts';
import { useTransferToast } from '../request/use-transfer-toast.ts';
import { useAmountMessages } from '../request/use-fault-messages.ts';
import type { AmountFault } from '../request/amounts.ts';
import { useT } from '../../../platform/i18n/i18n.tsx';
import { useNavigator, useParams } from '../../../platform/navigation/current-page.ts';
import { submitWire, type WireInput } from './api.ts';
import { type Currency, reloadBankMoney } from '../currencies/api.ts';
import { emailFault, wireFault } from './wire-faults.ts';

type WireField = 'num' | 'email';

const WRONG_EMAIL = 4003;
const WRONG_FIELD = 5001;
const OUTSIDE = 5013;

interface Refused {
  code: number;
  data: unknown;
}

/** The fault a refusal stands for; the form has its texts. */
function refusalOf({ code, data }: Refused): { num?: AmountFault; isEmailWrong: boolean } {
  const {
    fields = [],
    min,
    max,
  } = (data ?? {}) as {
    fields?: readonly string[];
    min?: string;
    max?: string;
  };
  const isEmailWrong = code === WRONG_EMAIL || (code === WRONG_FIELD && fields.includes('email'));
  if (code === OUTSIDE && min !== undefined)
    return { num: { kind: 'min', limit: min }, isEmailWrong };
  if (code === OUTSIDE && max !== undefined)
    return { num: { kind: 'max', limit: max }, isEmailWrong };
  const isNumWrong = code === WRONG_FIELD && fields.includes('num');
  return isNumWrong ? { num: { kind: 'missing' }, isEmailWrong } : { isEmailWrong };
}

/** `currencies`: those open for wires, at least one. */
export function useWireForm(currencies: readonly [Currency, ...Currency[]]) {
  const t = useT();
  const navigator = useNavigator();
  const params = useParams();
  const user = useMember();
  const showTransferToast = useTransferToast();
  const [named, setNamed] = useState(params['coin'] ?? '');
  const currency = currencies.find(({ coinname }) => coinname === named) ?? currencies[0];
  const { coinname } = currency;
  const places = amountPlaces(coinname, currency.places);
  const amountMessage = useAmountMessages({ unit: coinname, places });
  const form = useForm<WireField>({
    num: params['num'] ?? '',
    email: params['email'] ?? user?.email ?? '',
  });
  const faultsOf = (num: AmountFault | undefined, email: ReturnType<typeof emailFault>) => {
    const emailMessage = { missing: 'fiat.enterEmail', wrong: 'fiat.wrongEmail' } as const;
    const errors: FieldErrors<WireField> = {
      ...(num && { num: amountMessage(num) }),
      ...(email && { email: t(emailMessage[email]) }),
    };
    return errors;
  };
  const { submit, isBusy, isOff } = useSubmit<WireInput, number>({
    movesMoney: true,
    send: submitWire,
    onDone: (id, { num }) => {
      reloadBankMoney();
      showTransferToast('submittedIn', { coin: coinname, num, places: currency.places });
      navigator.redirect(pages.fiatDeposit, { id: String(id) });
    },
    onRefused: (error) => {
      const { num, isEmailWrong } = refusalOf(error);
      return form.fail(faultsOf(num, isEmailWrong ? 'wrong' : undefined));
    },
  });
  const send = () => {
    const { num, email } = form.values;
    if (form.fail(faultsOf(wireFault(num, currency), emailFault(email)))) return;
    submit({ coin: coinname, num, email: email.trim() });
  };
  const choose = (chosen: string) => {
    setNamed(chosen);
    // The message named a bound of the previous currency.
    form.set('num', form.values.num);
  };
  const obstacle = depositObstacle(user);
  return { form, user, obstacle, currency, places, choose, send, isBusy, isOff };
}
