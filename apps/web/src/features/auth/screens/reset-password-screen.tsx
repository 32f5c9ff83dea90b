/** Change the login password: the old one, the new one twice, and the consequences. */
import {
  Button,
  ConfirmDialog,
  NavBar,
  Note,
  ScreenBody,
  ScreenHeader,
  showToast,
  TextField,
} from '@tern/ui';
import { type FormEvent, useState } from 'react';
import { useForm } from '../../../kernel/form.ts';
import { pages } from '../../../kernel/pages.ts';
import { leaveSession } from '../../../kernel/session-end.ts';
import { useSubmit } from '../../../kernel/submit.ts';
import { call } from '../../../platform/http/call.ts';
import { useT } from '../../../platform/i18n/i18n.tsx';
import { useNavigator } from '../../../platform/navigation/current-page.ts';
import { useBack } from '../../../platform/navigation/links.ts';
import styles from '../parts/form.module.css';
import { NewPasswordFields } from '../parts/new-password-fields.tsx';
import { type ChangeField, changeFaults, messagesOf } from '../view-model.ts';

export function ResetPasswordScreen() {
  const t = useT();
  const back = useBack();
  const change = usePasswordChange();
  const { form } = change;
  return (
    <>
      <ScreenHeader>
        <NavBar title={t('auth.resetPasswordTitle')} back={back} />
      </ScreenHeader>
      <ScreenBody>
        <form
          ref={form.ref}
          className={`${styles.form} ${styles.page}`}
          onSubmit={change.ask}
          noValidate
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
          <Button kind="primary" type="submit" isFull>
            {t('auth.changeIt')}
          </Button>
        </form>
      </ScreenBody>
      <ConfirmDialog
        isOpen={change.isConfirming}
        question={t('auth.changePasswordQuestion')}
        confirmLabel={t('auth.changeIt')}
        cancelLabel={t('common.cancel')}
        isBusy={change.isBusy}
        busyLabel={t('auth.saving')}
        onConfirm={change.send}
        onCancel={change.stop}
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
  const { submit, isBusy } = useSubmit({
    send: () =>
      call('POST /user/changePassword', {
        password: form.values.password,
        newPassword: form.values.newPassword,
      }),
    onDone: () => {
      leaveSession();
      showToast(t('auth.passwordChanged'), 'done');
      navigator.relaunch(pages.login);
    },
    onRefused: ({ code, msg }) => {
      if (code === 4011) return form.fail({ password: t('code.4011') });
      return code === 5015 && form.fail({ newPassword: msg });
    },
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
