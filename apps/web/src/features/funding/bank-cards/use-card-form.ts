/** The form of a new bank card: values, validation and sending. */
import { showToast } from '@tern/ui';
import { type Form, useForm } from '../../../kernel/form.ts';
import { useSubmit } from '../../../kernel/submit.ts';
import type { CallError } from '../../../platform/http/call-error.ts';
import type { MessageKey } from '../../../platform/i18n/message-key.ts';
import { useT } from '../../../platform/i18n/i18n.tsx';
import { useNavigator } from '../../../platform/navigation/current-page.ts';
import { type BankCard, saveCard } from './api.ts';
import { withoutSpaces } from './bank-numbers.ts';
import { chooseCard } from './chosen-card.ts';

/** Wire names (spec §3): `ibna` is the IBAN, `payeeaddress` the BIC or SWIFT code. */
export type CardField =
  | 'bankname'
  | 'accountname'
  | 'bankcard'
  | 'bankaddress'
  | 'ibna'
  | 'payeeaddress'
  | 'country';

/** The messages for empty fields, in the order of the form (spec §5). */
const MISSING: Readonly<Record<CardField, MessageKey>> = {
  bankname: 'fiat.enterBankName',
  accountname: 'fiat.enterAccountName',
  bankcard: 'fiat.enterCardNumber',
  bankaddress: 'fiat.enterBankAddress',
  ibna: 'fiat.enterIban',
  payeeaddress: 'fiat.enterBic',
  country: 'fiat.chooseCountry',
};

const FIELDS = Object.keys(MISSING) as CardField[];
const EMPTY: Record<CardField, string> = {
  bankname: '',
  accountname: '',
  bankcard: '',
  bankaddress: '',
  ibna: '',
  payeeaddress: '',
  country: '',
};

const WRONG_FIELD = 5001;
const ALREADY_SAVED = 5016;

export function useCardForm() {
  const t = useT();
  const navigator = useNavigator();
  const form = useForm<CardField>(EMPTY);
  const { submit, isBusy, isOff } = useSubmit<undefined, BankCard>({
    send: () => {
      const { bankname, accountname, bankcard, bankaddress, ibna, payeeaddress, country } =
        form.values;
      return saveCard({
        bankname: bankname.trim(),
        accountname: accountname.trim(),
        bankcard: withoutSpaces(bankcard),
        bankaddress: bankaddress.trim(),
        ibna: withoutSpaces(ibna),
        payeeaddress: payeeaddress.trim(),
        country,
      });
    },
    onDone: (kept) => {
      chooseCard(kept.ID);
      showToast(t('fiat.cardSaved'), 'done');
      navigator.back();
    },
    onRefused: (error) => refusedAt(form, error, t('fiat.wrongField')),
  });
  const send = () => {
    const missing = FIELDS.filter((field) => form.values[field].trim() === '');
    const isFaulty = form.fail(
      Object.fromEntries(missing.map((field) => [field, t(MISSING[field])])),
    );
    if (!isFaulty) submit(undefined);
  };
  return { form, send, isBusy, isOff };
}

function refusedAt(form: Form<CardField>, error: CallError, wrong: string): boolean {
  if (error.code === ALREADY_SAVED) return form.fail({ bankcard: error.msg });
  if (error.code !== WRONG_FIELD) return false;
  const { fields = [] } = (error.data ?? {}) as { fields?: readonly string[] };
  const named = FIELDS.filter((field) => fields.includes(field));
  return form.fail(Object.fromEntries(named.map((field) => [field, wrong])));
}
