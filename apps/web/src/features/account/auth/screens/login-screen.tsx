/** Log in with e-mail or phone, password and captcha, or with a passkey alone. */
import type { ConfirmationRequest } from '@tern/protocol/client';
import { Button, Text, TextButton, TextField } from '@tern/ui';
import { type FormEvent, useState } from 'react';
import { CaptchaField, useCaptcha } from '../../../../kernel/captcha/captcha-field.tsx';
import { endedSession, forgetEnd } from '../../../../kernel/ended-session.ts';
import { useForm } from '../../../../kernel/form.ts';
import { pages } from '../../../../kernel/pages.ts';
import { canUsePasskeys } from '../../../../kernel/second-factor/browser-passkeys.ts';
import { FactorPrompt } from '../../../../kernel/second-factor/factor-prompt.tsx';
import type { Session } from '../../../../kernel/session.ts';
import { useSubmit } from '../../../../kernel/submit.ts';
import { useWanted } from '../../../../kernel/wanted-page.ts';
import { useI18n, useT } from '../../../../platform/i18n/i18n.tsx';
import { useLinks } from '../../../../platform/navigation/links.ts';
import { confirmLogin, logIn, useSignIn } from '../api.ts';
import { loginRefusal } from '../login-refusal.ts';
import { useRefusalAtField } from '../parts/form-screen.tsx';
import { PasskeyLogin } from '../parts/passkey-login.tsx';
import { SessionEndNote } from '../parts/session-end-note.tsx';
import styles from '../parts/form.module.css';
import { FormError, LoginFrame } from '../parts/login-frame.tsx';
import { messagesOf, type LoginField, loginFaults } from '../view-model.ts';

export function LoginScreen() {
  const t = useT();
  const form = useLoginForm();
  const to = useLinks();
  const wanted = useWanted();
  const { ended, asked } = form;
  if (asked) return <SecondStep request={asked} onBack={form.goBack} onDone={form.signIn} />;
  return (
    <LoginFrame heading={t('auth.welcomeBack')}>
      {ended && <SessionEndNote ended={ended} onAnswer={form.answerEnd} />}
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
            <TextButton tone="accent" isFlush {...to(pages.forgetPassword, wanted.params)}>
              {t('auth.forgot')}
            </TextButton>
          }
          type="password"
          autoComplete="current-password"
          {...form.field('password')}
        />
        <CaptchaField captcha={form.captcha} field={form.field('captcha')} />
        <FormError>{form.error}</FormError>
        <Text as="div" top={6}>
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
        </Text>
      </form>
      {canUsePasskeys() && <PasskeyLogin onDone={form.signIn} />}
      <p className={styles.other}>
        {t('auth.newHere')}
        <TextButton tone="accent" {...to(pages.register, wanted.params)}>
          {t('auth.openAccount')}
        </TextButton>
      </p>
    </LoginFrame>
  );
}

function useLoginForm() {
  const i18n = useI18n();
  const { t } = i18n;
  const [ended, setEnded] = useState(endedSession);
  const [error, setError] = useState<string>();
  const [asked, setAsked] = useState<ConfirmationRequest>();
  const initial = { username: ended?.email ?? '', password: '', captcha: '' };
  const form = useForm<LoginField>(initial);
  const captcha = useCaptcha();
  const start = useSignIn();
  const signIn = (session: Session) => {
    forgetEnd();
    start(session);
  };
  const showAtField = useRefusalAtField(form.fail, { 'wrong-captcha': 'captcha' });
  const answerEnd = () => {
    forgetEnd();
    setEnded(undefined);
  };
  const { submit, isBusy, isOff } = useSubmit({
    send: (values: Record<LoginField, string>) =>
      logIn({ ...values, captchaId: captcha.captchaId }),
    onDone: signIn,
    onRefused: (refusal) => {
      if (refusal.refusal === 'second-factor-required') {
        setAsked(refusal.data as ConfirmationRequest);
        return true;
      }
      if (!showAtField(refusal)) setError(loginRefusal(refusal, i18n));
      return true;
    },
    onFailed: () => {
      form.clear('captcha');
      captcha.renew();
    },
  });
  const send = (event: FormEvent) => {
    event.preventDefault();
    setError(undefined);
    if (form.fail(messagesOf(loginFaults(form.values), t))) return;
    submit(form.values);
  };
  const goBack = () => {
    setAsked(undefined);
    form.clear('password');
  };
  return { ...form, captcha, isBusy, isOff, send, error, ended, answerEnd, asked, goBack, signIn };
}

interface SecondStepProps {
  request: ConfirmationRequest;
  onBack: () => void;
  onDone: (session: Session) => void;
}

/** After the right password of a member with a second factor. */
function SecondStep({ request, onBack, onDone }: SecondStepProps) {
  const t = useT();
  return (
    <LoginFrame heading={t('auth.secondStep')} onBack={onBack}>
      <div className={styles.form}>
        <FactorPrompt request={request} send={confirmLogin} onDone={onDone} onExpired={onBack} />
      </div>
    </LoginFrame>
  );
}
