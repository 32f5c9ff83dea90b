/** What proves a member who forgot the password: a code by e-mail or by SMS. */
import { Select, TextField } from '@tern/ui';
import type { Form } from '../../../kernel/form.ts';
import { useI18n } from '../../../platform/i18n/i18n.tsx';
import { requestResetCode } from '../api.ts';
import { countryOptions, type Region } from '../country-codes.ts';
import { emailFault, type ForgetField, phoneFault, type ResetWay } from '../view-model.ts';
import { CodeField } from './code-field.tsx';
import { useCodeRequest } from './code-request.ts';

export interface ProofFieldsProps {
  form: Form<ForgetField>;
  way: ResetWay;
  region: Region;
  onRegion: (region: Region) => void;
}

export function ProofFields({ form, way, region, onRegion }: ProofFieldsProps) {
  const { t, locale } = useI18n();
  const { values, errors, set } = form;
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
          name="email"
          type="email"
          inputMode="email"
          autoComplete="email"
          value={values.email}
          error={errors.email}
          onChange={(text) => set('email', text)}
        />
      ) : (
        <>
          <Select
            label={t('auth.countryCode')}
            name="countryCode"
            options={countryOptions(locale)}
            value={region}
            onChange={onRegion}
          />
          <TextField
            label={t('auth.phone')}
            name="phone"
            type="tel"
            inputMode="tel"
            autoComplete="tel-national"
            value={values.phone}
            error={errors.phone}
            onChange={(text) => set('phone', text)}
          />
        </>
      )}
      <CodeField
        label={t(way === 'email' ? 'auth.emailCode' : 'auth.smsCode')}
        name="code"
        value={values.code}
        error={errors.code}
        onChange={(text) => set('code', text)}
        request={code}
        onRequest={requestCode}
      />
    </>
  );
}
