/** Forgotten withdrawal password: set a new one with the login password and an e-mail code; pauses withdrawals for a day. */
import { formatDate, Note, showToast, TextField, useNumberLocale } from '@tern/ui';
import type { FormEvent } from 'react';
import { useForm } from '../../../../kernel/form.ts';
import { currentSession, updateUser, useSession } from '../../../../kernel/session.ts';
import { useSubmit } from '../../../../kernel/submit.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { useNavigator } from '../../../../platform/navigation/current-page.ts';
import { resetWithdrawPassword, sendOwnCode } from '../api.ts';
import { CodeField, useCodeRequest } from '../parts/code-field.tsx';
import { FormScreen, useRefusalAtField } from '../parts/form-screen.tsx';
import { NewWithdrawPasswordFields } from '../parts/password-fields.tsx';
import { type ForgetWithdrawField, forgetWithdrawFaults, messagesOf } from '../view-model.ts';

export function ForgetWithdrawPasswordScreen() {
  const t = useT();
  const { form, email, code, isBusy, isOff, send } = useWithdrawReset();
  return (
    <FormScreen
      title={t('auth.forgetWithdrawTitle')}
      formRef={form.ref}
      onSubmit={send}
      submit={t('auth.setWithdrawPassword')}
      isBusy={isBusy}
      busyLabel={t('auth.saving')}
      isOff={isOff}
    >
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
      <NewWithdrawPasswordFields
        password={form.field('password')}
        confirm={form.field('confirm')}
      />
    </FormScreen>
  );
}

function useWithdrawReset() {
  const t = useT();
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
    send: () => sendOwnCode('resetPayPassword'),
    onRefused: () => false,
  });
  const { submit, isBusy, isOff } = useSubmit({
    send: () => resetWithdrawPassword(form.values),
    onDone: ({ withdrawalsBlockedUntil }) => {
      const user = currentSession()?.user;
      if (user) updateUser({ ...user, hasPayPassword: true, withdrawalsBlockedUntil });
      const time = formatDate(withdrawalsBlockedUntil, { locale, detail: 'short' });
      showToast(t('auth.withdrawPasswordReset', { time }), 'done');
      navigator.back();
    },
    onRefused: useRefusalAtField<ForgetWithdrawField>(
      form.fail,
      {
        'wrong-code': 'emailCode',
        'wrong-login-password': 'loginPassword',
        'weak-password': 'password',
      },
      { 'wrong-login-password': t('auth.loginPasswordWrong') },
    ),
  });
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (!form.fail(messagesOf(forgetWithdrawFaults(form.values), t))) submit(undefined);
  };
  return { form, email, code, isBusy, isOff, send };
}
