/** The form of a new bank card: values, validation and sending. */
import { showToast } from '@tern/ui';
import { type Form, useForm } from '../../../../kernel/form.ts';
import { useSubmit } from '../../../../kernel/submit.ts';
import type { CallError } from '../../../../platform/http/call-error.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import type { MessageKey } from '../../../../platform/i18n/message-key.ts';
import { useNavigator } from '../../../../platform/navigation/current-page.ts';
import { BANK_CARD, chooseDestination } from '../request/chosen-destination.ts';
import { type BankCard, CARD_FIELDS, type NewCard, saveCard } from './api.ts';
import { withoutSpaces } from './bank-numbers.ts';

export type CardField = keyof NewCard;

/** The messages for empty fields, in the order of the form. */
const MISSING: Readonly<Record<CardField, MessageKey>> = {
  bank: 'fiat.enterBankName',
  holder: 'fiat.enterAccountName',
  number: 'fiat.enterCardNumber',
  bankAddress: 'fiat.enterBankAddress',
  iban: 'fiat.enterIban',
  bic: 'fiat.enterBic',
  country: 'fiat.chooseCountry',
};

const FIELDS = Object.keys(MISSING) as CardField[];
const EMPTY = Object.fromEntries(FIELDS.map((field) => [field, ''])) as Record<CardField, string>;

export function useCardForm() {
  const t = useT();
  const navigator = useNavigator();
  const form = useForm<CardField>(EMPTY);
  const { submit, isBusy, isOff } = useSubmit<undefined, BankCard>({
    send: () => {
      const { bank, holder, number, bankAddress, iban, bic, country } = form.values;
      return saveCard({
        bank: bank.trim(),
        holder: holder.trim(),
        number: withoutSpaces(number),
        bankAddress: bankAddress.trim(),
        iban: withoutSpaces(iban),
        bic: bic.trim(),
        country,
      });
    },
    onDone: (kept) => {
      chooseDestination(BANK_CARD, kept.ID);
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
  if (error.refusal === 'already-exists') return form.fail({ number: error.msg });
  if (error.refusal !== 'invalid-request') return false;
  const { fields = [] } = (error.data ?? {}) as { fields?: readonly string[] };
  const named = Object.entries(CARD_FIELDS).filter(([name]) => fields.includes(name));
  return form.fail(Object.fromEntries(named.map(([, field]) => [field, wrong])));
}
