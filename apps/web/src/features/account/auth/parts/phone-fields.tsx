/** A phone number with its country, which a typed dialling code selects, and the code sent to it. */
import { Select, TextField } from '@tern/ui';
import type { FieldProps } from '../../../../kernel/form.ts';
import { useI18n, useT } from '../../../../platform/i18n/i18n.tsx';
import { sendPhoneCode, type SmsPurpose } from '../api.ts';
import { countryOptions, type Region } from '../phone-countries.ts';
import { regionOfPrefix } from '../phone-number.ts';
import { phoneFault } from '../view-model.ts';
import { CaptchaSheet, useCodeAfterCaptcha } from './code-after-captcha.tsx';
import { CodeField } from './code-field.tsx';

export interface PhoneFieldsProps {
  field: FieldProps;
  regions: readonly Region[];
  region: Region;
  onRegion: (region: Region) => void;
}

export function PhoneFields({ field, regions, region, onRegion }: PhoneFieldsProps) {
  const { t, locale } = useI18n();
  const type = (typed: string) => {
    field.onChange(typed);
    const named = regionOfPrefix(typed, regions, region);
    if (named !== undefined && named !== region) onRegion(named);
  };
  return (
    <>
      <Select
        label={t('auth.countryCode')}
        name="countryCode"
        options={countryOptions(regions, locale)}
        value={region}
        onChange={onRegion}
      />
      <TextField
        label={t('auth.phone')}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        {...field}
        onChange={type}
      />
    </>
  );
}

export interface PhoneCodeFieldsProps extends Omit<PhoneFieldsProps, 'field'> {
  purpose: SmsPurpose;
  phone: FieldProps;
  code: FieldProps;
  /** Shows errors at their fields. */
  fail: (errors: { phone?: string }) => boolean;
}

export function PhoneCodeFields(props: PhoneCodeFieldsProps) {
  const { purpose, phone, code, regions, region, onRegion, fail } = props;
  const t = useT();
  const { request, open, sheet } = useCodeAfterCaptcha({
    send: (number, solved) => sendPhoneCode({ phone: number, region }, solved, purpose),
    onRefused: () => false,
  });
  const ask = () => {
    const fault = phoneFault(phone.value, region);
    if (!fail(fault ? { phone: t(fault) } : {})) open(phone.value.trim());
  };
  return (
    <>
      <PhoneFields field={phone} regions={regions} region={region} onRegion={onRegion} />
      <CodeField label={t('auth.smsCode')} {...code} request={request} onRequest={ask} />
      <CaptchaSheet title={t('auth.beforeSms')} {...sheet} />
    </>
  );
}
