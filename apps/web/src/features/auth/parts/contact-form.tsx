/** Registration, step one: phone, e-mail and the code that proves the e-mail. */
import { Button, Select, TextButton, TextField } from '@tern/ui';
import type { FormEvent } from 'react';
import type { Form } from '../../../kernel/form.ts';
import { pages } from '../../../kernel/pages.ts';
import { call } from '../../../platform/http/call.ts';
import { useI18n } from '../../../platform/i18n/i18n.tsx';
import { useLinks } from '../../../platform/navigation/links.ts';
import { countryOptions, type Region } from '../country-codes.ts';
import { type ContactField, contactFaults, emailFault, inWords } from '../view-model.ts';
import { CodeField } from './code-field.tsx';
import { useCodeRequest } from './code-request.ts';
import styles from './form.module.css';

export interface ContactFormProps {
  form: Form<ContactField>;
  region: Region;
  onRegion: (region: Region) => void;
  onDone: () => void;
}

export function ContactForm({ form, region, onRegion, onDone }: ContactFormProps) {
  const { t, locale } = useI18n();
  const to = useLinks();
  const { values, errors, set } = form;
  const code = useCodeRequest({
    send: (email) => call('POST /base/emailCode', { email }),
    onRefused: (error) => error.code === 4003 && form.fail({ email: t('errors.4003') }),
  });
  const requestCode = () => {
    const fault = emailFault(values.email);
    if (!form.fail(fault ? { email: t(fault) } : {})) code.request?.(values.email.trim());
  };
  const next = (event: FormEvent) => {
    event.preventDefault();
    if (!form.fail(inWords(contactFaults(values), t))) onDone();
  };
  return (
    <>
      <form ref={form.ref} className={styles.form} onSubmit={next} noValidate>
        <Select
          label={t('auth.countryCode')}
          name="countryCode"
          options={countryOptions(locale)}
          value={region}
          onChange={onRegion}
        />
        <TextField
          label={t('auth.phone')}
          name="phone"
          type="tel"
          inputMode="tel"
          autoComplete="tel-national"
          value={values.phone}
          error={errors.phone}
          onChange={(text) => set('phone', text)}
        />
        <TextField
          label={t('auth.email')}
          name="email"
          type="email"
          inputMode="email"
          autoComplete="email"
          value={values.email}
          error={errors.email}
          onChange={(text) => set('email', text)}
        />
        <CodeField
          label={t('auth.emailCode')}
          name="emailCode"
          value={values.emailCode}
          error={errors.emailCode}
          onChange={(text) => set('emailCode', text)}
          request={code}
          onRequest={requestCode}
        />
        <div className={styles.submit}>
          <Button kind="primary" type="submit" isFull>
            {t('auth.continue')}
          </Button>
        </div>
      </form>
      <p className={styles.other}>
        {t('auth.haveAccount')}
        <TextButton tone="accent" {...to(pages.login)}>
          {t('auth.logIn')}
        </TextButton>
      </p>
    </>
  );
}
