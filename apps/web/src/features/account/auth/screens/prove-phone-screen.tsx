/** Verifies the member's phone with an SMS code and the login password. */
import { Note, showToast, TextField } from '@tern/ui';
import { type FormEvent, useState } from 'react';
import { contractTermsQuery } from '../../../../kernel/contract-terms.ts';
import { useForm } from '../../../../kernel/form.ts';
import { queryClient } from '../../../../kernel/query-client.ts';
import { useSession } from '../../../../kernel/session.ts';
import { useSubmit } from '../../../../kernel/submit.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { useNavigator } from '../../../../platform/navigation/current-page.ts';
import { provePhone } from '../api.ts';
import { type Region, regionOf, useMemberRegions } from '../phone-countries.ts';
import { FormScreen, useRefusalAtField } from '../parts/form-screen.tsx';
import { PhoneCodeFields } from '../parts/phone-fields.tsx';
import { messagesOf, type ProvePhoneField, provePhoneFaults } from '../view-model.ts';

export function ProvePhoneScreen() {
  const t = useT();
  const { form, regions, region, setRegion, isBusy, isOff, send } = usePhoneProof();
  return (
    <FormScreen
      title={t('auth.provePhoneTitle')}
      formRef={form.ref}
      onSubmit={send}
      submit={t('auth.confirmNumber')}
      isBusy={isBusy}
      busyLabel={t('auth.checking')}
      isOff={isOff}
    >
      <Note>{t('auth.provePhoneNote')}</Note>
      <PhoneCodeFields
        purpose="provePhone"
        phone={form.field('phone')}
        code={form.field('smsCode')}
        regions={regions}
        region={region}
        onRegion={setRegion}
        fail={form.fail}
      />
      <TextField
        label={t('auth.yourLoginPassword')}
        type="password"
        autoComplete="current-password"
        {...form.field('loginPassword')}
      />
    </FormScreen>
  );
}

function usePhoneProof() {
  const t = useT();
  const navigator = useNavigator();
  const user = useSession()?.user;
  const regions = useMemberRegions();
  const [region, setRegion] = useState<Region>(regionOf(user?.countryCode ?? ''));
  const form = useForm<ProvePhoneField>({
    phone: user?.phone ?? '',
    smsCode: '',
    loginPassword: '',
  });
  const { phone, smsCode: code, loginPassword } = form.values;
  const { submit, isBusy, isOff } = useSubmit({
    send: () => provePhone({ phone, region, code, loginPassword }),
    onDone: () => {
      void queryClient.invalidateQueries({ queryKey: contractTermsQuery.queryKey });
      showToast(t('auth.numberConfirmed'), 'done');
      navigator.back();
    },
    onRefused: useRefusalAtField<ProvePhoneField>(
      form.fail,
      {
        'wrong-code': 'smsCode',
        'wrong-login-password': 'loginPassword',
        'invalid-request': 'phone',
        'already-exists': 'phone',
      },
      { 'wrong-login-password': t('auth.loginPasswordWrong') },
    ),
  });
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (!form.fail(messagesOf(provePhoneFaults(form.values, region), t))) submit(undefined);
  };
  return { form, regions, region, setRegion, isBusy, isOff, send };
}
