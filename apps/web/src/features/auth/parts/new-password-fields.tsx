/** A new login password, twice. */
import { TextField } from '@tern/ui';
import { useT } from '../../../platform/i18n/i18n.tsx';

export interface NewPasswordFieldsProps {
  label: string;
  password: string;
  confirm: string;
  errors: { password: string | undefined; confirm: string | undefined };
  onPassword: (text: string) => void;
  onConfirm: (text: string) => void;
}

export function NewPasswordFields(props: NewPasswordFieldsProps) {
  const { label, password, confirm, errors, onPassword, onConfirm } = props;
  const t = useT();
  return (
    <>
      <TextField
        label={label}
        name="newPassword"
        type="password"
        autoComplete="new-password"
        hint={t('auth.passwordHint')}
        value={password}
        error={errors.password}
        onChange={onPassword}
      />
      <TextField
        label={t('auth.confirmPassword')}
        name="confirm"
        type="password"
        autoComplete="new-password"
        value={confirm}
        error={errors.confirm}
        onChange={onConfirm}
      />
    </>
  );
}
