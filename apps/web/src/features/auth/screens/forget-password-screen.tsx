/** Forgotten login password: set a new one with a code by e-mail or phone. */
import { Button, NavBar, Note, ScreenBody, ScreenHeader, Segmented, showToast } from '@tern/ui';
import { type FormEvent, useState } from 'react';
import { type Form, useForm } from '../../../kernel/form.ts';
import { pages } from '../../../kernel/pages.ts';
import { currentSession } from '../../../kernel/session.ts';
import { leaveSession } from '../../../kernel/session-end.ts';
import { useSubmit } from '../../../kernel/submit.ts';
import type { CallError } from '../../../platform/http/call-error.ts';
import { useT } from '../../../platform/i18n/i18n.tsx';
import { useNavigator, useParams } from '../../../platform/navigation/current-page.ts';
import { useBack } from '../../../platform/navigation/links.ts';
import { resetPassword } from '../api.ts';
import type { Region } from '../country-codes.ts';
import { useCaptcha } from '../parts/captcha.ts';
import { CaptchaField } from '../parts/captcha-field.tsx';
import styles from '../parts/form.module.css';
import { NewPasswordFields } from '../parts/new-password-fields.tsx';
import { ProofFields } from '../parts/proof-fields.tsx';
import { type ForgetField, forgetFaults, messagesOf, type ResetWay } from '../view-model.ts';

export function ForgetPasswordScreen() {
  const t = useT();
  const back = useBack();
  const reset = useReset();
  const { form, captcha } = reset;
  return (
    <>
      <ScreenHeader>
        <NavBar title={t('auth.forgetTitle')} back={back} />
      </ScreenHeader>
      <ScreenBody>
        <form
          ref={form.ref}
          className={`${styles.form} ${styles.page}`}
          onSubmit={reset.send}
          noValidate
        >
          <Segmented
            label={t('auth.resetWay')}
            options={[
              { key: 'email', label: t('auth.byEmail') },
              { key: 'phone', label: t('auth.byPhone') },
            ]}
            value={reset.way}
            onChange={reset.setWay}
          />
          <ProofFields
            form={form}
            way={reset.way}
            region={reset.region}
            onRegion={reset.setRegion}
          />
          <NewPasswordFields
            label={t('auth.newPassword')}
            password={form.field('passWord')}
            confirm={form.field('confirm')}
          />
          <CaptchaField captcha={captcha} field={form.field('captcha')} />
          <Note>{t('auth.pauseNote')}</Note>
          <Button
            kind="primary"
            type="submit"
            isFull
            isBusy={reset.isBusy}
            isDisabled={reset.isOff}
            busyLabel={t('auth.saving')}
          >
            {t('auth.setPassword')}
          </Button>
        </form>
      </ScreenBody>
    </>
  );
}

function useReset() {
  const t = useT();
  const navigator = useNavigator();
  const [way, setWay] = useState<ResetWay>('email');
  const [region, setRegion] = useState<Region>('CN');
  const { email = '' } = useParams();
  const form = useForm<ForgetField>({
    email,
    phone: '',
    code: '',
    passWord: '',
    confirm: '',
    captcha: '',
  });
  const captcha = useCaptcha();
  const { submit, isBusy, isOff } = useSubmit({
    send: () =>
      resetPassword(way, { ...form.values, region, captchaId: captcha.image?.captchaId ?? '' }),
    onDone: () => {
      if (currentSession()) leaveSession();
      showToast(t('auth.passwordChanged'), 'done');
      navigator.relaunch(pages.login);
    },
    onRefused: (error) => showAtField(form, error, { t, way }),
    onFailed: () => {
      form.clear('captcha');
      captcha.renew();
    },
  });
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (!form.fail(messagesOf(forgetFaults(form.values, { way, region }), t))) submit(undefined);
  };
  return { form, captcha, way, setWay, region, setRegion, isBusy, isOff, send };
}

interface Words {
  t: ReturnType<typeof useT>;
  way: ResetWay;
}

function showAtField(form: Form<ForgetField>, error: CallError, { t, way }: Words): boolean {
  switch (error.code) {
    case 4003:
      return form.fail({ email: t('code.4003') });
    case 4005:
      return form.fail({ captcha: t('auth.imageCodeWrong') });
    case 4009:
      return form.fail({ code: t('code.4009') });
    case 4010:
      return form.fail({ [way]: t(way === 'phone' ? 'auth.phoneUnknown' : 'code.4010') });
    case 5015:
      return form.fail({ passWord: error.msg });
    default:
      return false;
  }
}
