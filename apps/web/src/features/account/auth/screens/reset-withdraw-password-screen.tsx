/** Set or change the six-digit withdrawal password. */
import { Note, showToast, TextButton, TextField } from '@tern/ui';
import type { FormEvent } from 'react';
import { useForm } from '../../../../kernel/form.ts';
import { pages } from '../../../../kernel/pages.ts';
import { updateUser, useSession } from '../../../../kernel/session.ts';
import { useSubmit } from '../../../../kernel/submit.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { useNavigator } from '../../../../platform/navigation/current-page.ts';
import { useLinks } from '../../../../platform/navigation/links.ts';
import { setWithdrawPassword } from '../api.ts';
import { FormScreen, useRefusalAtField } from '../parts/form-screen.tsx';
import { NewWithdrawPasswordFields } from '../parts/password-fields.tsx';
import { messagesOf, type WithdrawPasswordField, withdrawPasswordFaults } from '../view-model.ts';

export function ResetWithdrawPasswordScreen() {
  const t = useT();
  const to = useLinks();
  const { form, isChange, isBusy, send } = useWithdrawPassword();
  return (
    <FormScreen
      title={t('auth.resetWithdrawTitle')}
      formRef={form.ref}
      onSubmit={send}
      submit={t(isChange ? 'auth.changeIt' : 'auth.setWithdrawPassword')}
      isBusy={isBusy}
      busyLabel={t('auth.saving')}
    >
      <TextField
        {...form.field('proof')}
        type="password"
        label={t(isChange ? 'auth.oldWithdrawPassword' : 'auth.yourLoginPassword')}
        labelAside={
          isChange && (
            <TextButton tone="accent" isFlush {...to(pages.forgetWithdrawPassword)}>
              {t('auth.forgot')}
            </TextButton>
          )
        }
        autoComplete={isChange ? 'off' : 'current-password'}
      />
      <NewWithdrawPasswordFields
        password={form.field('password')}
        confirm={form.field('confirm')}
      />
      <Note>{t('auth.handCheckNote')}</Note>
    </FormScreen>
  );
}

function useWithdrawPassword() {
  const t = useT();
  const navigator = useNavigator();
  const user = useSession()?.user;
  const isChange = user?.hasPayPassword === true;
  const form = useForm<WithdrawPasswordField>({ proof: '', password: '', confirm: '' });
  const { submit, isBusy } = useSubmit({
    send: () => setWithdrawPassword(form.values.password, form.values.proof, isChange),
    onDone: ({ withdrawalsBlockedUntil: until }) => {
      const withdrawalsBlockedUntil = until ?? user?.withdrawalsBlockedUntil ?? null;
      if (user) updateUser({ ...user, hasPayPassword: true, withdrawalsBlockedUntil });
      showToast(t('auth.withdrawPasswordSaved'), 'done');
      navigator.back();
    },
    onRefused: useRefusalAtField<WithdrawPasswordField>(form.fail, {
      'wrong-login-password': 'proof',
      'wrong-old-withdrawal-password': 'proof',
      'withdrawal-password-missing': 'proof',
      'wrong-withdrawal-password': 'proof',
      'step-up-required': 'proof',
      'weak-password': 'password',
    }),
  });
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (!form.fail(messagesOf(withdrawPasswordFaults(form.values, isChange), t))) submit(undefined);
  };
  return { form, isChange, isBusy, send };
}
