/** Open an account in two steps: invitation and contact, then password. */
import { Button, Checkbox, Text, TextButton, TextField } from '@tern/ui';
import { type FormEvent, useMemo, useState } from 'react';
import {
  type Captcha,
  CaptchaField,
  useCaptcha,
} from '../../../../kernel/captcha/captcha-field.tsx';
import { type FieldProps, type Form, useForm } from '../../../../kernel/form.ts';
import { pages } from '../../../../kernel/pages.ts';
import { useSiteConfig } from '../../../../kernel/site-config.ts';
import { useSubmit } from '../../../../kernel/submit.ts';
import { useWanted } from '../../../../kernel/wanted-page.ts';
import { useI18n, useT } from '../../../../platform/i18n/i18n.tsx';
import { useParams } from '../../../../platform/navigation/current-page.ts';
import { useLinks } from '../../../../platform/navigation/links.ts';
import { checkEmailCode, register, useSignIn } from '../api.ts';
import { likelyRegion, type Region, useServedRegions, whereabouts } from '../phone-countries.ts';
import { EmailCodeFields } from '../parts/email-code-fields.tsx';
import { useRefusalAtField } from '../parts/form-screen.tsx';
import styles from '../parts/form.module.css';
import { LoginFrame } from '../parts/login-frame.tsx';
import { NewPasswordFields } from '../parts/password-fields.tsx';
import { PhoneFields, type PhoneFieldsProps } from '../parts/phone-fields.tsx';
import { RulesSheet } from '../parts/rules-sheet.tsx';
import {
  type ContactField,
  contactFaults,
  messagesOf,
  type SecretField,
  secretFaults,
} from '../view-model.ts';

const STEPS = 2;

export function RegisterScreen() {
  const t = useT();
  const { step, setStep, contact, secret, phone, captcha, submit, isBusy } = useRegistration();
  const isFirst = step === 1;
  return (
    <LoginFrame
      step={t('auth.stepOf', { step, total: STEPS })}
      heading={t(isFirst ? 'auth.contactHeading' : 'auth.secretHeading')}
      onBack={isFirst ? undefined : () => setStep(1)}
    >
      {isFirst ? (
        <ContactForm form={contact} phone={phone} onDone={() => setStep(STEPS)} />
      ) : (
        <SecretForm form={secret} captcha={captcha} isBusy={isBusy} onDone={submit} />
      )}
    </LoginFrame>
  );
}

function useRegistration() {
  const { code = '' } = useParams();
  const { language } = useI18n();
  const [step, setStep] = useState(1);
  const regions = useServedRegions();
  const [chosen, setRegion] = useState<Region>();
  // The licence arrives after the first drawing.
  const likely = useMemo(() => likelyRegion(regions, whereabouts(language)), [regions, language]);
  const region = chosen !== undefined && regions.includes(chosen) ? chosen : likely;
  const contact = useForm<ContactField>({
    invitationCode: code,
    phone: '',
    email: '',
    emailCode: '',
  });
  const secret = useForm<SecretField>({
    password: '',
    confirm: '',
    captcha: '',
    terms: '',
  });
  const captcha = useCaptcha();
  const showAtContact = useRefusalAtField<ContactField>(contact.fail, {
    'unknown-invite-code': 'invitationCode',
    'malformed-email': 'email',
    'invalid-request': 'phone',
    'already-exists': 'email',
    'wrong-code': 'emailCode',
  });
  const showAtSecret = useRefusalAtField<SecretField>(secret.fail, {
    'wrong-captcha': 'captcha',
    'weak-password': 'password',
  });
  const { submit, isBusy } = useSubmit({
    send: () => {
      const { captchaId } = captcha;
      return register({ ...contact.values, ...secret.values, region, captchaId });
    },
    onDone: useSignIn(),
    onRefused: (error) => {
      if (!showAtContact(error)) return showAtSecret(error);
      setStep(1);
      return true;
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
    phone: { regions, region, onRegion: setRegion },
    captcha,
    isBusy,
    submit: () => submit(undefined),
  };
}

interface ContactFormProps {
  form: Form<ContactField>;
  phone: Omit<PhoneFieldsProps, 'field'>;
  onDone: () => void;
}

/** Step one: the invitation, then phone, e-mail and the code that verifies the e-mail. */
function ContactForm({ form, phone, onDone }: ContactFormProps) {
  const t = useT();
  const to = useLinks();
  const wanted = useWanted();
  const { values } = form;
  // Shows a wrong code here, next to the resend button, not after the next step.
  const check = useSubmit({
    send: () => checkEmailCode(values.email, values.emailCode),
    onDone,
    onRefused: useRefusalAtField<ContactField>(form.fail, {
      'malformed-email': 'email',
      'wrong-code': 'emailCode',
    }),
  });
  const next = (event: FormEvent) => {
    event.preventDefault();
    if (!form.fail(messagesOf(contactFaults(values, phone.region), t))) check.submit(undefined);
  };
  return (
    <>
      <form ref={form.ref} className={styles.form} onSubmit={next} noValidate>
        <InvitationField field={form.field('invitationCode')} />
        <PhoneFields field={form.field('phone')} {...phone} />
        <EmailCodeFields
          purpose="register"
          email={form.field('email')}
          code={form.field('emailCode')}
          invitationCode={values.invitationCode}
          fail={form.fail}
        />
        <Text as="div" top={6}>
          <Button
            kind="primary"
            type="submit"
            isFull
            isBusy={check.isBusy}
            isDisabled={check.isOff}
            busyLabel={t('auth.checking')}
          >
            {t('auth.continue')}
          </Button>
        </Text>
      </form>
      <p className={styles.other}>
        {t('auth.haveAccount')}
        <TextButton tone="accent" {...to(pages.login, wanted.params)}>
          {t('auth.logIn')}
        </TextButton>
      </p>
    </>
  );
}

/** Says where a code is from; in the demo also which one anyone may use. */
function InvitationField({ field }: { field: FieldProps }) {
  const t = useT();
  const to = useLinks();
  const code = useSiteConfig()?.demoInvitation;
  return (
    <TextField
      label={t('auth.invitationCode')}
      labelAside={
        code === undefined && (
          <TextButton tone="accent" isFlush {...to(pages.support)}>
            {t('common.contactUs')}
          </TextButton>
        )
      }
      hint={code === undefined ? t('auth.invitationHint') : t('auth.invitationDemo', { code })}
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      {...field}
    />
  );
}

interface SecretFormProps {
  form: Form<SecretField>;
  captcha: Captcha;
  isBusy: boolean;
  onDone: () => void;
}

/** Step two: password, captcha, and the risk checkbox. */
function SecretForm({ form, captcha, isBusy, onDone }: SecretFormProps) {
  const t = useT();
  const { values, errors, set } = form;
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (!form.fail(messagesOf(secretFaults(values), t))) onDone();
  };
  return (
    <form ref={form.ref} className={styles.form} onSubmit={send} noValidate>
      <NewPasswordFields
        label={t('auth.password')}
        password={form.field('password')}
        confirm={form.field('confirm')}
      />
      <CaptchaField captcha={captcha} field={form.field('captcha')} />
      <Checkbox
        name="terms"
        isChecked={values.terms !== ''}
        onChange={(isChecked) => set('terms', isChecked ? 'yes' : '')}
        error={errors.terms}
      >
        {t('auth.agree')}
      </Checkbox>
      <RulesSheet />
      <Button kind="primary" type="submit" isFull isBusy={isBusy} busyLabel={t('auth.creating')}>
        {t('auth.openAccount')}
      </Button>
    </form>
  );
}
