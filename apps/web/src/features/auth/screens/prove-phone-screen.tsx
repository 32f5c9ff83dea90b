/** Verifies the member's phone with an SMS code and the login password. */
import { Button, NavBar, Note, ScreenBody, ScreenHeader, showToast, TextField } from '@tern/ui';
import { type FormEvent, useState } from 'react';
import { contractTermsQuery } from '../../../kernel/contract-terms.ts';
import { type Form, useForm } from '../../../kernel/form.ts';
import { queryClient } from '../../../kernel/query-client.ts';
import { updateUser, useSession } from '../../../kernel/session.ts';
import { useSubmit } from '../../../kernel/submit.ts';
import type { CallError } from '../../../platform/http/call-error.ts';
import { call } from '../../../platform/http/call.ts';
import { type I18n, useI18n, useT } from '../../../platform/i18n/i18n.tsx';
import { useNavigator } from '../../../platform/navigation/current-page.ts';
import { useBack } from '../../../platform/navigation/links.ts';
import { diallingCode, type Region, regionOf } from '../country-codes.ts';
import styles from '../parts/form.module.css';
import { PhoneFields } from '../parts/phone-fields.tsx';
import { SmsCodeField } from '../parts/sms-code-field.tsx';
import { messagesOf, phoneFault, type ProvePhoneField, provePhoneFaults } from '../view-model.ts';

export function ProvePhoneScreen() {
  const t = useT();
  const back = useBack();
  const { form, region, setRegion, checkPhone, isBusy, isOff, send } = usePhoneProof();
  return (
    <>
      <ScreenHeader>
        <NavBar title={t('auth.provePhoneTitle')} back={back} />
      </ScreenHeader>
      <ScreenBody>
        <form ref={form.ref} className={`${styles.form} ${styles.page}`} onSubmit={send} noValidate>
          <Note>{t('auth.provePhoneNote')}</Note>
          <PhoneFields field={form.field('phone')} region={region} onRegion={setRegion} />
          <SmsCodeField
            field={form.field('smsCode')}
            phone={form.values.phone.trim()}
            countryCode={diallingCode(region)}
            checkPhone={checkPhone}
          />
          <TextField
            label={t('auth.yourLoginPassword')}
            type="password"
            autoComplete="current-password"
            {...form.field('loginPassword')}
          />
          <Button
            kind="primary"
            type="submit"
            isFull
            isBusy={isBusy}
            isDisabled={isOff}
            busyLabel={t('auth.checking')}
          >
            {t('auth.confirmNumber')}
          </Button>
        </form>
      </ScreenBody>
    </>
  );
}

function usePhoneProof() {
  const i18n = useI18n();
  const { t } = i18n;
  const navigator = useNavigator();
  const user = useSession()?.user;
  const [region, setRegion] = useState<Region>(regionOf(user?.countryCode ?? ''));
  const form = useForm<ProvePhoneField>({
    phone: user?.phone ?? '',
    smsCode: '',
    loginPassword: '',
  });
  const { values } = form;
  const checkPhone = () => {
    const fault = phoneFault(values.phone, region);
    return !form.fail(fault ? { phone: t(fault) } : {});
  };
  const { submit, isBusy, isOff } = useSubmit({
    send: () =>
      call('POST /user/provePhone', {
        phone: values.phone.trim(),
        countryCode: diallingCode(region),
        smsCode: values.smsCode.trim(),
        loginPassword: values.loginPassword,
      }),
    onDone: ({ userInfo }) => {
      updateUser(userInfo);
      void queryClient.invalidateQueries({ queryKey: contractTermsQuery.queryKey });
      showToast(t('auth.numberConfirmed'), 'done');
      navigator.back();
    },
    onRefused: (error) => showAtField(form, error, i18n),
  });
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (!form.fail(messagesOf(provePhoneFaults(values, region), t))) submit(undefined);
  };
  return { form, region, setRegion, checkPhone, isBusy, isOff, send };
}

function showAtField(form: Form<ProvePhoneField>, error: CallError, { t }: I18n): boolean {
  switch (error.code) {
    case 4009:
      return form.fail({ smsCode: t('code.4009') });
    case 4011:
      return form.fail({ loginPassword: t('auth.loginPasswordWrong') });
    case 5001:
    case 5016:
      return form.fail({ phone: error.msg });
    default:
      return false;
  }
}
