/** Change the login password: the old one, the new one twice, and the consequences. */
import { ConfirmDialog, Note, showToast, TextField } from '@tern/ui';
import { type FormEvent, useState } from 'react';
import { useForm } from '../../../../kernel/form.ts';
import { pages } from '../../../../kernel/pages.ts';
import { leaveSession } from '../../../../kernel/session-end.ts';
import { useSubmit } from '../../../../kernel/submit.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { useNavigator } from '../../../../platform/navigation/current-page.ts';
import { changePassword } from '../api.ts';
import { FormScreen, useRefusalAtField } from '../parts/form-screen.tsx';
import { NewPasswordFields } from '../parts/password-fields.tsx';
import { type ChangeField, changeFaults, messagesOf } from '../view-model.ts';

export function ResetPasswordScreen() {
  const t = useT();
  const { form, isConfirming, isBusy, ask, send, stop } = usePasswordChange();
  return (
    <>
      <FormScreen
        title={t('auth.resetPasswordTitle')}
        formRef={form.ref}
        onSubmit={ask}
        submit={t('auth.changeIt')}
      >
        <TextField
          label={t('auth.oldPassword')}
          type="password"
          autoComplete="current-password"
          {...form.field('password')}
        />
        <NewPasswordFields
          label={t('auth.newPassword')}
          password={form.field('newPassword')}
          confirm={form.field('confirm')}
        />
        <Note kind="warn">{t('auth.logOutNote')}</Note>
      </FormScreen>
      <ConfirmDialog
        isOpen={isConfirming}
        question={t('auth.changePasswordQuestion')}
        confirmLabel={t('auth.changeIt')}
        cancelLabel={t('common.cancel')}
        isBusy={isBusy}
        busyLabel={t('auth.saving')}
        onConfirm={send}
        onCancel={stop}
      >
        {t('auth.logOutNote')}
      </ConfirmDialog>
    </>
  );
}

function usePasswordChange() {
  const t = useT();
  const navigator = useNavigator();
  const [isConfirming, setConfirming] = useState(false);
  const form = useForm<ChangeField>({ password: '', newPassword: '', confirm: '' });
  const { password, newPassword } = form.values;
  const { submit, isBusy } = useSubmit({
    send: () => changePassword(password, newPassword),
    onDone: () => {
      leaveSession();
      showToast(t('auth.passwordChanged'), 'done');
      navigator.relaunch(pages.login);
    },
    onRefused: useRefusalAtField<ChangeField>(form.fail, {
      'wrong-login-password': 'password',
      'weak-password': 'newPassword',
    }),
    onFailed: () => setConfirming(false),
  });
  const ask = (event: FormEvent) => {
    event.preventDefault();
    if (!form.fail(messagesOf(changeFaults(form.values), t))) setConfirming(true);
  };
  return {
    form,
    isConfirming,
    isBusy,
    ask,
    send: () => submit(undefined),
    stop: () => setConfirming(false),
  };
}
