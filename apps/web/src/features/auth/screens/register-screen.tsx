/** Open an account in two steps: contact, then password. */
import { useState } from 'react';
import { useForm } from '../../../kernel/form.ts';
import { useSubmit } from '../../../kernel/submit.ts';
import type { CallError } from '../../../platform/http/call-error.ts';
import { call } from '../../../platform/http/call.ts';
import { useT } from '../../../platform/i18n/i18n.tsx';
import { useParams } from '../../../platform/navigation/current-page.ts';
import { diallingCode, type Region } from '../country-codes.ts';
import { useCaptcha } from '../parts/captcha.ts';
import { ContactForm } from '../parts/contact-form.tsx';
import { useSignIn } from '../parts/use-sign-in.ts';
import { LoginFrame } from '../parts/login-frame.tsx';
import { SecretForm } from '../parts/secret-form.tsx';
import type { ContactField, SecretField } from '../view-model.ts';

const STEPS = 2;

export function RegisterScreen() {
  const t = useT();
  const { step, setStep, contact, secret, region, setRegion, captcha, submit, isBusy } =
    useRegistration();
  const isFirst = step === 1;
  return (
    <LoginFrame
      step={t('auth.stepOf', { step, total: STEPS })}
      heading={t(isFirst ? 'auth.contactHeading' : 'auth.secretHeading')}
      onBack={isFirst ? undefined : () => setStep(1)}
    >
      {isFirst ? (
        <ContactForm
          form={contact}
          region={region}
          onRegion={setRegion}
          onDone={() => setStep(STEPS)}
        />
      ) : (
        <SecretForm form={secret} captcha={captcha} isBusy={isBusy} onDone={submit} />
      )}
    </LoginFrame>
  );
}

function useRegistration() {
  const { code = '' } = useParams();
  const [step, setStep] = useState(1);
  const [region, setRegion] = useState<Region>('CN');
  const contact = useForm<ContactField>({ phone: '', email: '', emailCode: '' });
  const secret = useForm<SecretField>({
    passWord: '',
    confirm: '',
    invitationCode: code,
    captcha: '',
    terms: '',
  });
  const captcha = useCaptcha();
  const signIn = useSignIn();
  const showAtField = useFieldOfRefusal();
  const { submit, isBusy } = useSubmit({
    send: () =>
      call('POST /base/registerUser', {
        phone: contact.values.phone.trim(),
        countryCode: diallingCode(region),
        email: contact.values.email.trim(),
        passWord: secret.values.passWord,
        smsCode: contact.values.emailCode.trim(),
        captcha: secret.values.captcha.trim(),
        captchaId: captcha.image?.captchaId ?? '',
        invitationCode: secret.values.invitationCode.trim(),
      }),
    onDone: signIn,
    onRefused: (error) => {
      const { contactFault, secretFault } = showAtField(error);
      if (contactFault) setStep(1);
      return contactFault ? contact.fail(contactFault) : secret.fail(secretFault ?? {});
    },
    onFailed: () => {
      secret.clear('captcha');
      captcha.renew();
    },
  });
  return {
    step,
    setStep,
    contact,
    secret,
    region,
    setRegion,
    captcha,
    isBusy,
    submit: () => submit(undefined),
  };
}

interface RefusalPlace {
  contactFault?: Partial<Record<ContactField, string>>;
  secretFault?: Partial<Record<SecretField, string>>;
}

/** The field a refused registration belongs to; undefined shows a toast. */
function useFieldOfRefusal(): (error: CallError) => RefusalPlace {
  const t = useT();
  return ({ code, msg }) => {
    switch (code) {
      case 4003:
        return { contactFault: { email: t('code.4003') } };
      case 5001:
        return { contactFault: { phone: msg } };
      case 5016:
        return { contactFault: { email: msg } };
      case 4009:
        return { contactFault: { emailCode: t('code.4009') } };
      case 4004:
        return { secretFault: { invitationCode: t('code.4004') } };
      case 4005:
        return { secretFault: { captcha: t('auth.imageCodeWrong') } };
      case 5015:
        return { secretFault: { passWord: msg } };
      default:
        return {};
    }
  };
}
