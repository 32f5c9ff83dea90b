/** A new login password, twice. */
import { TextField } from '@tern/ui';
import type { FieldProps } from '../../../kernel/form.ts';
import { useT } from '../../../platform/i18n/i18n.tsx';

export interface NewPasswordFieldsProps {
  label: string;
  password: FieldProps;
  confirm: FieldProps;
}

export function NewPasswordFields({ label, password, confirm }: NewPasswordFieldsProps) {
  const t = useT();
  return (
    <>
      <TextField
        label={label}
        {...password}
        type="password"
        autoComplete="new-password"
        hint={t('auth.passwordHint')}
      />
      <TextField
        label={t('auth.confirmPassword')}
        {...confirm}
        type="password"
        autoComplete="new-password"
      />
    </>
  );
}
