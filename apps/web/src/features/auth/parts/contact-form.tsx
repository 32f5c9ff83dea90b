/** Registration, step one: phone, e-mail and the code that proves the e-mail. */
import { Button, TextButton, TextField } from '@tern/ui';
import type { FormEvent } from 'react';
import type { Form } from '../../../kernel/form.ts';
import { pages } from '../../../kernel/pages.ts';
import { call } from '../../../platform/http/call.ts';
import { useT } from '../../../platform/i18n/i18n.tsx';
import { useLinks } from '../../../platform/navigation/links.ts';
import type { Region } from '../country-codes.ts';
import { type ContactField, contactFaults, emailFault, inWords } from '../view-model.ts';
import { CodeField } from './code-field.tsx';
import { useCodeRequest } from './code-request.ts';
import styles from './form.module.css';
import { PhoneFields } from './phone-fields.tsx';

export interface ContactFormProps {
  form: Form<ContactField>;
  region: Region;
  onRegion: (region: Region) => void;
  onDone: () => void;
}

export function ContactForm({ form, region, onRegion, onDone }: ContactFormProps) {
  const t = useT();
  const to = useLinks();
  const { values } = form;
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
        <PhoneFields field={form.field('phone')} region={region} onRegion={onRegion} />
        <TextField
          label={t('auth.email')}
          type="email"
          inputMode="email"
          autoComplete="email"
          {...form.field('email')}
        />
        <CodeField
          label={t('auth.emailCode')}
          {...form.field('emailCode')}
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
