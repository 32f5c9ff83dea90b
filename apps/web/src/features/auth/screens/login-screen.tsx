/** Log in with e-mail or phone, password and image code. */
import { Button, TextButton, TextField } from '@tern/ui';
import type { FormEvent } from 'react';
import { useForm } from '../../../kernel/form.ts';
import { pages } from '../../../kernel/pages.ts';
import { useSubmit } from '../../../kernel/submit.ts';
import { call } from '../../../platform/http/call.ts';
import { useT } from '../../../platform/i18n/i18n.tsx';
import { useLinks } from '../../../platform/navigation/links.ts';
import { useCaptcha } from '../parts/captcha.ts';
import { CaptchaField } from '../parts/captcha-field.tsx';
import styles from '../parts/form.module.css';
import { LoginFrame } from '../parts/login-frame.tsx';
import { useEnter } from '../parts/enter.ts';
import { inWords, type LoginField, loginFaults } from '../view-model.ts';

const WRONG_CAPTCHA = 4005;

export function LoginScreen() {
  const t = useT();
  const form = useLoginForm();
  const to = useLinks();
  return (
    <LoginFrame heading={t('auth.welcomeBack')}>
      <form ref={form.ref} className={styles.form} onSubmit={form.send} noValidate>
        <TextField
          label={t('auth.emailOrPhone')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          {...form.field('username')}
        />
        <TextField
          label={t('auth.password')}
          labelAside={
            <TextButton tone="accent" isFlush {...to(pages.forgetPassword)}>
              {t('auth.forgot')}
            </TextButton>
          }
          type="password"
          autoComplete="current-password"
          {...form.field('password')}
        />
        <CaptchaField captcha={form.captcha} field={form.field('captcha')} />
        <div className={styles.submit}>
          <Button
            kind="primary"
            type="submit"
            isFull
            isBusy={form.isBusy}
            isDisabled={form.isOff}
            busyLabel={t('auth.loggingIn')}
          >
            {t('auth.logIn')}
          </Button>
        </div>
      </form>
      <p className={styles.other}>
        {t('auth.newHere')}
        <TextButton tone="accent" {...to(pages.register)}>
          {t('auth.openAccount')}
        </TextButton>
      </p>
    </LoginFrame>
  );
}

function useLoginForm() {
  const t = useT();
  const form = useForm<LoginField>({ username: '', password: '', captcha: '' });
  const captcha = useCaptcha();
  const enter = useEnter();
  const { submit, isBusy, isOff } = useSubmit({
    send: (values: Record<LoginField, string>) =>
      call('POST /base/login', {
        username: values.username.trim(),
        password: values.password,
        captcha: values.captcha.trim(),
        captchaId: captcha.image?.captchaId ?? '',
      }),
    onDone: enter,
    onRefused: (error) => {
      if (error.code !== WRONG_CAPTCHA) return false;
      return form.fail({ captcha: t('errors.4005') });
    },
    onFailed: () => {
      form.clear('captcha');
      captcha.renew();
    },
  });
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (form.fail(inWords(loginFaults(form.values), t))) return;
    submit(form.values);
  };
  return { ...form, captcha, isBusy, isOff, send };
}
