/** Add a bank card; numbers are grouped and checked while typing. */
import { Button, NavBar, ScreenBody, ScreenHeader, TextField } from '@tern/ui';
import { type FormEvent, useState } from 'react';
import type { Form } from '../../../../../kernel/form.ts';
import { useI18n, useT } from '../../../../../platform/i18n/i18n.tsx';
import type { Translate } from '../../../../../platform/i18n/translate.ts';
import { useBack } from '../../../../../platform/navigation/links.ts';
import styles from '../../currencies/bank-money.module.css';
import { ChoiceField } from '../../request/choice-field.tsx';
import { PaperNote } from '../../request/form-parts.tsx';
import { hasWrongCardDigit } from '../bank-numbers.ts';
import { countryName } from '../../../../../kernel/countries.ts';
import { ibanFault } from '../iban.ts';
import { CountrySheet } from '../parts/country-sheet.tsx';
import { GroupedField } from '../parts/grouped-field.tsx';
import { type CardField, useCardForm } from '../use-card-form.ts';

export function AddBankCardScreen() {
  const t = useT();
  const back = useBack();
  return (
    <>
      <ScreenHeader>
        <NavBar title={t('fiat.addCardTitle')} back={back} />
      </ScreenHeader>
      <ScreenBody isPadded>
        <CardForm />
      </ScreenBody>
    </>
  );
}

function CardForm() {
  const t = useT();
  const { form, send, isBusy, isOff } = useCardForm();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send();
  };
  return (
    <form
      ref={form.ref}
      noValidate
      className={styles.form}
      aria-label={t('fiat.addCardTitle')}
      onSubmit={submit}
    >
      <PaperNote>{t('fiat.paperCard')}</PaperNote>
      <Account form={form} />
      <Bank form={form} />
      <Button type="submit" kind="primary" isFull isBusy={isBusy} isDisabled={isOff}>
        {t('fiat.saveCard')}
      </Button>
    </form>
  );
}

function Account({ form }: { form: Form<CardField> }) {
  const t = useT();
  return (
    <>
      <TextField
        {...form.field('bank')}
        label={t('fiat.bankName')}
        hint={t('fiat.bankNameHint')}
        autoComplete="off"
        maxLength={80}
      />
      <TextField
        {...form.field('holder')}
        label={t('fiat.accountName')}
        hint={t('fiat.accountNameHint')}
        autoComplete="off"
        maxLength={80}
      />
      <GroupedField
        {...form.field('number')}
        label={t('fiat.cardNumber')}
        hint={t('fiat.cardNumberHint')}
        warning={hasWrongCardDigit(form.values.number) ? t('fiat.cardDoubt') : undefined}
        inputMode="numeric"
      />
    </>
  );
}

/** Names the place of the fault. */
function ibanWarning(iban: string, t: Translate): string | undefined {
  const fault = ibanFault(iban);
  switch (fault?.kind) {
    case undefined:
      return undefined;
    case 'country':
      return t('fiat.ibanCountry', { code: fault.country });
    case 'length':
      return t('fiat.ibanLength', { ...fault, code: fault.country });
    case 'character':
      return t(fault.wants === 'digit' ? 'fiat.ibanDigit' : 'fiat.ibanLetter', { ...fault });
    case 'digits':
      return t('fiat.ibanDoubt');
  }
}

function Bank({ form }: { form: Form<CardField> }) {
  const { t, locale } = useI18n();
  const [isPicking, setPicking] = useState(false);
  const { country, iban } = form.values;
  return (
    <>
      <TextField
        {...form.field('bankAddress')}
        label={t('fiat.bankAddress')}
        hint={t('fiat.bankAddressHint')}
        autoComplete="off"
        maxLength={200}
      />
      <GroupedField
        {...form.field('iban')}
        label={t('fiat.iban')}
        hint={t('fiat.ibanHint')}
        warning={ibanWarning(iban, t)}
        inputMode="text"
      />
      <TextField
        {...form.field('bic')}
        label={t('fiat.bic')}
        hint={t('fiat.bicHint')}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={200}
      />
      <ChoiceField
        label={t('fiat.country')}
        chosen={country === '' ? undefined : { title: countryName(country, locale) }}
        placeholder={t('fiat.choose')}
        hint={t('fiat.countryHint')}
        error={form.errors.country}
        onPress={() => setPicking(true)}
      />
      <CountrySheet
        isOpen={isPicking}
        chosen={country}
        onClose={() => setPicking(false)}
        onChoose={(code) => {
          form.set('country', code);
          setPicking(false);
        }}
      />
    </>
  );
}
