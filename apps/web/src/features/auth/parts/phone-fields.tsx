/** A phone number with its country. */
import { Select, TextField } from '@tern/ui';
import type { FieldProps } from '../../../kernel/form.ts';
import { useI18n } from '../../../platform/i18n/i18n.tsx';
import { countryOptions, type Region } from '../country-codes.ts';

export interface PhoneFieldsProps {
  field: FieldProps;
  region: Region;
  onRegion: (region: Region) => void;
}

export function PhoneFields({ field, region, onRegion }: PhoneFieldsProps) {
  const { t, locale } = useI18n();
  return (
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
        type="tel"
        inputMode="tel"
        autoComplete="tel-national"
        {...field}
      />
    </>
  );
}
