/** Registration, step one: phone, e-mail and the code that verifies the e-mail. */
import { Button, TextButton, TextField } from '@tern/ui';
import type { FormEvent } from 'react';
import type { Form } from '../../../kernel/form.ts';
import { pages } from '../../../kernel/pages.ts';
import { useSubmit } from '../../../kernel/submit.ts';
import { call } from '../../../platform/http/call.ts';
import { useT } from '../../../platform/i18n/i18n.tsx';
import { useLinks } from '../../../platform/navigation/links.ts';
import type { Region } from '../country-codes.ts';
import { type ContactField, contactFaults, emailFault, messagesOf } from '../view-model.ts';
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
    onRefused: (error) => error.code === 4003 && form.fail({ email: t('code.4003') }),
  });
  const requestCode = () => {
    const fault = emailFault(values.email);
    if (!form.fail(fault ? { email: t(fault) } : {})) code.request?.(values.email.trim());
  };
  // Shows a wrong code here, next to the resend button, not after the next step.
  const check = useSubmit({
    send: () =>
      call('POST /base/checkEmailCode', {
        email: values.email.trim(),
        emailCode: values.emailCode.trim(),
      }),
    onDone,
    onRefused: ({ code: refusal }) => {
      if (refusal === 4003) return form.fail({ email: t('code.4003') });
      return refusal === 4009 && form.fail({ emailCode: t('code.4009') });
    },
  });
  const next = (event: FormEvent) => {
    event.preventDefault();
    if (!form.fail(messagesOf(contactFaults(values, region), t))) check.submit(undefined);
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
          <Button
            kind="primary"
            type="submit"
            isFull
            isBusy={check.isBusy}
            isDisabled={check.isOff}
            busyLabel={t('auth.checking')}
          >
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
