/** Forgotten withdrawal password: set a new one with the login password and an e-mail code; pauses withdrawals for a day. */
import {
  Button,
  formatDate,
  NavBar,
  Note,
  ScreenBody,
  ScreenHeader,
  showToast,
  TextField,
  useNumberLocale,
} from '@tern/ui';
import type { FormEvent } from 'react';
import { type Form, useForm } from '../../../kernel/form.ts';
import { currentSession, updateUser, useSession } from '../../../kernel/session.ts';
import { useSubmit } from '../../../kernel/submit.ts';
import type { CallError } from '../../../platform/http/call-error.ts';
import { call } from '../../../platform/http/call.ts';
import { type I18n, useI18n, useT } from '../../../platform/i18n/i18n.tsx';
import { useNavigator } from '../../../platform/navigation/current-page.ts';
import { useBack } from '../../../platform/navigation/links.ts';
import { CodeField } from '../parts/code-field.tsx';
import { useCodeRequest } from '../parts/code-request.ts';
import styles from '../parts/form.module.css';
import { type ForgetWithdrawField, forgetWithdrawFaults, messagesOf } from '../view-model.ts';

export function ForgetWithdrawPasswordScreen() {
  const t = useT();
  const back = useBack();
  const { form, email, code, isBusy, isOff, send } = useWithdrawReset();
  return (
    <>
      <ScreenHeader>
        <NavBar title={t('auth.forgetWithdrawTitle')} back={back} />
      </ScreenHeader>
      <ScreenBody>
        <form ref={form.ref} className={`${styles.form} ${styles.page}`} onSubmit={send} noValidate>
          <Note kind="warn">{t('auth.withdrawPauseNote')}</Note>
          <CodeField
            label={t('auth.emailCode')}
            hint={t('auth.codeGoesTo', { to: email })}
            {...form.field('emailCode')}
            request={code}
            onRequest={() => code.request?.(email)}
          />
          <TextField
            label={t('auth.yourLoginPassword')}
            type="password"
            autoComplete="current-password"
            {...form.field('loginPassword')}
          />
          <TextField
            label={t('auth.newWithdrawPassword')}
            hint={t('auth.sixDigits')}
            type="password"
            inputMode="numeric"
            autoComplete="off"
            maxLength={6}
            {...form.field('password')}
          />
          <TextField
            label={t('auth.confirmWithdrawPassword')}
            type="password"
            inputMode="numeric"
            autoComplete="off"
            maxLength={6}
            {...form.field('confirm')}
          />
          <Button
            kind="primary"
            type="submit"
            isFull
            isBusy={isBusy}
            isDisabled={isOff}
            busyLabel={t('auth.saving')}
          >
            {t('auth.setWithdrawPassword')}
          </Button>
        </form>
      </ScreenBody>
    </>
  );
}

function useWithdrawReset() {
  const i18n = useI18n();
  const { t } = i18n;
  const locale = useNumberLocale();
  const navigator = useNavigator();
  const email = useSession()?.user.email ?? '';
  const form = useForm<ForgetWithdrawField>({
    emailCode: '',
    loginPassword: '',
    password: '',
    confirm: '',
  });
  const code = useCodeRequest({
    send: (to) => call('POST /base/emailCode', { email: to }),
    onRefused: () => false,
  });
  const { submit, isBusy, isOff } = useSubmit({
    send: () => {
      const { emailCode, loginPassword, password } = form.values;
      const input = { emailCode: emailCode.trim(), loginPassword, password };
      return call('POST /user/resetPayPassword', input);
    },
    onDone: ({ withdrawalsBlockedUntil }) => {
      const user = currentSession()?.user;
      if (user) updateUser({ ...user, hasPayPassword: true, withdrawalsBlockedUntil });
      const time = formatDate(withdrawalsBlockedUntil, { locale, detail: 'short' });
      showToast(t('auth.withdrawPasswordReset', { time }), 'done');
      navigator.back();
    },
    onRefused: (error) => showAtField(form, error, i18n),
  });
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (!form.fail(messagesOf(forgetWithdrawFaults(form.values), t))) submit(undefined);
  };
  return { form, email, code, isBusy, isOff, send };
}

function showAtField(form: Form<ForgetWithdrawField>, error: CallError, { t }: I18n): boolean {
  switch (error.code) {
    case 4009:
      return form.fail({ emailCode: t('code.4009') });
    case 4011:
      return form.fail({ loginPassword: t('auth.loginPasswordWrong') });
    default:
      return false;
  }
}
