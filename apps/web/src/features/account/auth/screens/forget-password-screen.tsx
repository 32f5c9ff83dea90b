/** Forgotten login password: set a new one with a code by e-mail or phone. */
import { Note, Segmented, showToast } from '@tern/ui';
import { type FormEvent, useState } from 'react';
import { CaptchaField, useCaptcha } from '../../../../kernel/captcha/captcha-field.tsx';
import { useForm } from '../../../../kernel/form.ts';
import { pages } from '../../../../kernel/pages.ts';
import { currentSession } from '../../../../kernel/session.ts';
import { leaveSession } from '../../../../kernel/session-end.ts';
import { useSubmit } from '../../../../kernel/submit.ts';
import { useWanted } from '../../../../kernel/wanted-page.ts';
import { useI18n, useT } from '../../../../platform/i18n/i18n.tsx';
import { useNavigator, useParams } from '../../../../platform/navigation/current-page.ts';
import { resetPassword, type ResetWay } from '../api.ts';
import { likelyRegion, type Region, useMemberRegions, whereabouts } from '../phone-countries.ts';
import { EmailCodeFields } from '../parts/email-code-fields.tsx';
import { FormScreen, useRefusalAtField } from '../parts/form-screen.tsx';
import { NewPasswordFields } from '../parts/password-fields.tsx';
import { PhoneCodeFields } from '../parts/phone-fields.tsx';
import { type ForgetField, forgetFaults, messagesOf } from '../view-model.ts';

export function ForgetPasswordScreen() {
  const t = useT();
  const reset = useReset();
  const { form, captcha, way } = reset;
  const code = form.field('code');
  return (
    <FormScreen
      title={t('auth.forgetTitle')}
      formRef={form.ref}
      onSubmit={reset.send}
      submit={t('auth.setPassword')}
      isBusy={reset.isBusy}
      busyLabel={t('auth.saving')}
      isOff={reset.isOff}
    >
      <Segmented
        label={t('auth.resetWay')}
        options={[
          { key: 'email', label: t('auth.byEmail') },
          { key: 'phone', label: t('auth.byPhone') },
        ]}
        value={way}
        onChange={reset.setWay}
      />
      {way === 'email' ? (
        <EmailCodeFields
          purpose="resetPassword"
          email={form.field('email')}
          code={code}
          fail={form.fail}
        />
      ) : (
        <PhoneCodeFields
          purpose="resetPassword"
          phone={form.field('phone')}
          code={code}
          regions={reset.regions}
          region={reset.region}
          onRegion={reset.setRegion}
          fail={form.fail}
        />
      )}
      <NewPasswordFields
        label={t('auth.newPassword')}
        password={form.field('password')}
        confirm={form.field('confirm')}
      />
      <CaptchaField captcha={captcha} field={form.field('captcha')} />
      <Note>{t('auth.pauseNote')}</Note>
    </FormScreen>
  );
}

function useReset() {
  const { t, language } = useI18n();
  const navigator = useNavigator();
  const wanted = useWanted();
  const [way, setWay] = useState<ResetWay>('email');
  const regions = useMemberRegions();
  const [region, setRegion] = useState<Region>(() => likelyRegion(regions, whereabouts(language)));
  const { email = '' } = useParams();
  const form = useForm<ForgetField>({
    email,
    phone: '',
    code: '',
    password: '',
    confirm: '',
    captcha: '',
  });
  const captcha = useCaptcha();
  const showAtField = useRefusalAtField<ForgetField>(
    form.fail,
    {
      'malformed-email': 'email',
      'wrong-captcha': 'captcha',
      'wrong-code': 'code',
      'unknown-account': way,
      'weak-password': 'password',
    },
    way === 'phone' ? { 'unknown-account': t('auth.phoneUnknown') } : {},
  );
  const { submit, isBusy, isOff } = useSubmit({
    send: () => resetPassword(way, { ...form.values, region, captchaId: captcha.captchaId }),
    onDone: () => {
      if (currentSession()) leaveSession();
      showToast(t('auth.passwordChanged'), 'done');
      navigator.relaunch(pages.login, wanted.params);
    },
    onRefused: showAtField,
    onFailed: () => {
      form.clear('captcha');
      captcha.renew();
    },
  });
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (!form.fail(messagesOf(forgetFaults(form.values, { way, region }), t))) submit(undefined);
  };
  return { form, captcha, way, setWay, regions, region, setRegion, isBusy, isOff, send };
}
