/** New passwords, twice: for login, and for withdrawals. */
import { TextField } from '@tern/ui';
import type { FieldProps } from '../../../../kernel/form.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';

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

export interface NewWithdrawPasswordFieldsProps {
  password: FieldProps;
  confirm: FieldProps;
}

/** A new withdrawal password of six digits, twice. */
export function NewWithdrawPasswordFields({ password, confirm }: NewWithdrawPasswordFieldsProps) {
  const t = useT();
  const digits = {
    type: 'password',
    inputMode: 'numeric',
    autoComplete: 'off',
    maxLength: 6,
  } as const;
  return (
    <>
      <TextField
        {...password}
        {...digits}
        label={t('auth.newWithdrawPassword')}
        hint={t('auth.sixDigits')}
      />
      <TextField {...confirm} {...digits} label={t('auth.confirmWithdrawPassword')} />
    </>
  );
}
