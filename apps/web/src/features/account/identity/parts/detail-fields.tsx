/** What the form asks about the member: birth, residence, address, tax, where money comes from. */
import { Checkbox, FinePrint, Select, Stack, Text, TextField } from '@tern/ui';
import { type ReactNode, useState } from 'react';
import { countriesIn } from '../../../../kernel/countries.ts';
import { useI18n, useT } from '../../../../platform/i18n/i18n.tsx';
import { fundsSources } from '../details.ts';
import type { IdentityForm } from '../use-identity-form.ts';

interface Given {
  identityForm: IdentityForm;
}

export function PersonFields({ identityForm: { form, isBusy } }: Given) {
  const t = useT();
  return (
    <Section title={t('identity.about')}>
      <TextField
        {...form.field('name')}
        label={t('identity.name')}
        autoComplete="name"
        maxLength={100}
        disabled={isBusy}
      />
      <TextField
        {...form.field('birthDate')}
        type="date"
        label={t('identity.birthDate')}
        autoComplete="bday"
        disabled={isBusy}
      />
      <CountryField form={form} field="nationality" />
      <CountryField form={form} field="residence" />
      <TextField
        {...form.field('address')}
        label={t('identity.address')}
        autoComplete="street-address"
        maxLength={300}
        disabled={isBusy}
      />
    </Section>
  );
}

/** Number and last day of the document. */
export function NumberFields({ identityForm: { form, isBusy } }: Given) {
  const t = useT();
  return (
    <>
      <TextField
        {...form.field('documentNumber')}
        label={t('identity.documentNumber')}
        autoComplete="off"
        autoCapitalize="characters"
        maxLength={40}
        disabled={isBusy}
      />
      <TextField
        {...form.field('documentEndsOn')}
        type="date"
        label={t('identity.documentEndsOn')}
        hint={t('identity.endsHint')}
        disabled={isBusy}
      />
    </>
  );
}

export function TaxFields({ identityForm: { form, isBusy } }: Given) {
  const t = useT();
  return (
    <Section title={t('identity.tax')}>
      <CountryField form={form} field="taxCountry" />
      <TextField
        {...form.field('taxNumber')}
        label={t('identity.taxNumber')}
        hint={t('identity.taxHint')}
        autoComplete="off"
        maxLength={40}
        disabled={isBusy}
      />
      <Checkbox
        name="isCertified"
        isChecked={form.values.isCertified === 'yes'}
        onChange={(isChecked) => form.set('isCertified', isChecked ? 'yes' : '')}
        error={form.errors.isCertified}
      >
        {t('identity.certify')}
      </Checkbox>
    </Section>
  );
}

export function FundsField({ identityForm: { form } }: Given) {
  const t = useT();
  const sources = fundsSources.map((key) => ({ key, label: t(`identity.${key}`) }));
  return (
    <Section title={t('identity.funds')}>
      <Select
        label={t('identity.fundsFrom')}
        name="funds"
        options={[{ key: '', label: t('identity.fundsNone') }, ...sources]}
        value={form.values.funds}
        onChange={(key) => form.set('funds', key)}
        error={form.errors.funds}
      />
      <FinePrint>{t('identity.fundsHint')}</FinePrint>
    </Section>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack as="section" gap={12} aria-label={title}>
      <Text as="h3" size="strong" top={8}>
        {title}
      </Text>
      {children}
    </Stack>
  );
}

interface CountryFieldProps {
  form: IdentityForm['form'];
  field: 'nationality' | 'residence' | 'taxCountry';
}

/** The phone's own list: 250 countries are typed to, not scrolled. */
function CountryField({ form, field }: CountryFieldProps) {
  const { t, locale } = useI18n();
  const [countries] = useState(() =>
    countriesIn(locale).map(({ code, name }) => ({ key: code, label: name })),
  );
  return (
    <Select
      label={t(`identity.${field}`)}
      name={field}
      options={[{ key: '', label: t('identity.choose') }, ...countries]}
      value={form.values[field]}
      onChange={(key) => form.set(field, key)}
      error={form.errors[field]}
    />
  );
}
