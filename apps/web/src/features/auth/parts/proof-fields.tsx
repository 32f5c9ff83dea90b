/** Verification for a forgotten password: a code by e-mail or SMS. */
import { TextField } from '@tern/ui';
import type { Form } from '../../../kernel/form.ts';
import { useT } from '../../../platform/i18n/i18n.tsx';
import { call } from '../../../platform/http/call.ts';
import { diallingCode, type Region } from '../country-codes.ts';
import { emailFault, type ForgetField, phoneFault, type ResetWay } from '../view-model.ts';
import { CodeField } from './code-field.tsx';
import { useCodeRequest } from './code-request.ts';
import { PhoneFields } from './phone-fields.tsx';
import { SmsCodeField } from './sms-code-field.tsx';

export interface ProofFieldsProps {
  form: Form<ForgetField>;
  way: ResetWay;
  region: Region;
  onRegion: (region: Region) => void;
}

export function ProofFields({ form, way, region, onRegion }: ProofFieldsProps) {
  return way === 'email' ? (
    <EmailProof form={form} />
  ) : (
    <PhoneProof form={form} region={region} onRegion={onRegion} />
  );
}

function EmailProof({ form }: Pick<ProofFieldsProps, 'form'>) {
  const t = useT();
  const code = useCodeRequest({
    send: (email) => call('POST /base/emailCode', { email }),
    onRefused: (error) => error.code === 4003 && form.fail({ email: t('code.4003') }),
  });
  const requestCode = () => {
    const fault = emailFault(form.values.email);
    if (!form.fail(fault ? { email: t(fault) } : {})) code.request?.(form.values.email.trim());
  };
  return (
    <>
      <TextField
        label={t('auth.email')}
        type="email"
        inputMode="email"
        autoComplete="email"
        {...form.field('email')}
      />
      <CodeField
        label={t('auth.emailCode')}
        {...form.field('code')}
        request={code}
        onRequest={requestCode}
      />
    </>
  );
}

function PhoneProof({ form, region, onRegion }: Omit<ProofFieldsProps, 'way'>) {
  const t = useT();
  const { phone } = form.values;
  const checkPhone = () => {
    const fault = phoneFault(phone, region);
    return !form.fail(fault ? { phone: t(fault) } : {});
  };
  return (
    <>
      <PhoneFields field={form.field('phone')} region={region} onRegion={onRegion} />
      <SmsCodeField
        field={form.field('code')}
        phone={phone.trim()}
        countryCode={diallingCode(region)}
        checkPhone={checkPhone}
      />
    </>
  );
}
