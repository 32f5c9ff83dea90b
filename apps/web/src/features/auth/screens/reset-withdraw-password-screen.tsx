/** Set or change the six-digit withdrawal password. */
import {
  Button,
  NavBar,
  Note,
  ScreenBody,
  ScreenHeader,
  showToast,
  TextButton,
  TextField,
} from '@tern/ui';
import type { FormEvent } from 'react';
import { type Form, useForm } from '../../../kernel/form.ts';
import { pages } from '../../../kernel/pages.ts';
import { updateUser, useSession } from '../../../kernel/session.ts';
import { useSubmit } from '../../../kernel/submit.ts';
import type { CallError } from '../../../platform/http/call-error.ts';
import { call } from '../../../platform/http/call.ts';
import { type I18n, useI18n } from '../../../platform/i18n/i18n.tsx';
import { useNavigator } from '../../../platform/navigation/current-page.ts';
import { useBack, useLinks } from '../../../platform/navigation/links.ts';
import styles from '../parts/form.module.css';
import { messagesOf, type WithdrawPasswordField, withdrawPasswordFaults } from '../view-model.ts';

export function ResetWithdrawPasswordScreen() {
  const { t } = useI18n();
  const back = useBack();
  const to = useLinks();
  const { form, isChange, isBusy, send } = useWithdrawPassword();
  const field = (name: WithdrawPasswordField) => ({
    ...form.field(name),
    type: 'password' as const,
  });
  return (
    <>
      <ScreenHeader>
        <NavBar title={t('auth.resetWithdrawTitle')} back={back} />
      </ScreenHeader>
      <ScreenBody>
        <form ref={form.ref} className={`${styles.form} ${styles.page}`} onSubmit={send} noValidate>
          <TextField
            {...field('proof')}
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
          <TextField
            {...field('password')}
            label={t('auth.newWithdrawPassword')}
            hint={t('auth.sixDigits')}
            inputMode="numeric"
            autoComplete="off"
            maxLength={6}
          />
          <TextField
            {...field('confirm')}
            label={t('auth.confirmWithdrawPassword')}
            inputMode="numeric"
            autoComplete="off"
            maxLength={6}
          />
          <Note>{t('auth.handCheckNote')}</Note>
          <Button kind="primary" type="submit" isFull isBusy={isBusy} busyLabel={t('auth.saving')}>
            {t(isChange ? 'auth.changeIt' : 'auth.setWithdrawPassword')}
          </Button>
        </form>
      </ScreenBody>
    </>
  );
}

function useWithdrawPassword() {
  const i18n = useI18n();
  const { t } = i18n;
  const navigator = useNavigator();
  const user = useSession()?.user;
  const isChange = user?.hasPayPassword === true;
  const form = useForm<WithdrawPasswordField>({ proof: '', password: '', confirm: '' });
  const { submit, isBusy } = useSubmit({
    send: () => {
      const { password, proof } = form.values;
      const evidence = isChange ? { oldPassword: proof } : { loginPassword: proof };
      return call('POST /user/changePayPassword', { password, ...evidence });
    },
    onDone: ({ withdrawalsBlockedUntil: until }) => {
      const withdrawalsBlockedUntil = until ?? user?.withdrawalsBlockedUntil ?? null;
      if (user) updateUser({ ...user, hasPayPassword: true, withdrawalsBlockedUntil });
      showToast(t('auth.withdrawPasswordSaved'), 'done');
      navigator.back();
    },
    onRefused: (error) => showAtField(form, error, i18n),
  });
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (!form.fail(messagesOf(withdrawPasswordFaults(form.values, isChange), t))) submit(undefined);
  };
  return { form, isChange, isBusy, send };
}

function showAtField(form: Form<WithdrawPasswordField>, error: CallError, { t }: I18n): boolean {
  switch (error.code) {
    case 4011:
      return form.fail({ proof: t('code.4011') });
    case 4012:
      return form.fail({ proof: t('code.4012') });
    case 4022:
      return form.fail({ proof: t('code.4022') });
    case 4023:
      return form.fail({ proof: t('code.4023') });
    case 5010:
      return form.fail({ proof: error.msg });
    case 5015:
      return form.fail({ password: error.msg });
    default:
      return false;
  }
}
