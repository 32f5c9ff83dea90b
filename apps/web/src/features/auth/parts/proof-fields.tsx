/** What proves a member who forgot the password: a code by e-mail or by SMS. */
import { TextField } from '@tern/ui';
import type { Form } from '../../../kernel/form.ts';
import { useT } from '../../../platform/i18n/i18n.tsx';
import { requestResetCode } from '../api.ts';
import type { Region } from '../country-codes.ts';
import { emailFault, type ForgetField, phoneFault, type ResetWay } from '../view-model.ts';
import { CodeField } from './code-field.tsx';
import { useCodeRequest } from './code-request.ts';
import { PhoneFields } from './phone-fields.tsx';

export interface ProofFieldsProps {
  form: Form<ForgetField>;
  way: ResetWay;
  region: Region;
  onRegion: (region: Region) => void;
}

export function ProofFields({ form, way, region, onRegion }: ProofFieldsProps) {
  const t = useT();
  const { values } = form;
  const code = useCodeRequest({
    send: (to) => requestResetCode(way, to, region),
    onRefused: (error) => error.code === 4003 && form.fail({ email: t('errors.4003') }),
  });
  const requestCode = () => {
    const fault = way === 'email' ? emailFault(values.email) : phoneFault(values.phone);
    if (!form.fail(fault ? { [way]: t(fault) } : {})) code.request?.(values[way].trim());
  };
  return (
    <>
      {way === 'email' ? (
        <TextField
          label={t('auth.email')}
          type="email"
          inputMode="email"
          autoComplete="email"
          {...form.field('email')}
        />
      ) : (
        <PhoneFields field={form.field('phone')} region={region} onRegion={onRegion} />
      )}
      <CodeField
        label={t(way === 'email' ? 'auth.emailCode' : 'auth.smsCode')}
        {...form.field('code')}
        request={code}
        onRequest={requestCode}
      />
    </>
  );
}
