/** The form of a new passkey: its name, and the login password for the first factor; then the browser's dialog. */
import { Button, Sheet, TextField } from '@tern/ui';
import { type FormEvent, useState } from 'react';
import { useForm } from '../../../../kernel/form.ts';
import { useSubmit } from '../../../../kernel/submit.ts';
import { useI18n } from '../../../../platform/i18n/i18n.tsx';
import { addPasskey, type AddedPasskey } from '../api.ts';
import styles from './factors.module.css';
import { passwordFault } from './password-fault.ts';

export interface AddPasskeySheetProps {
  isOpen: boolean;
  /** The first factor needs the login password. */
  isFirst: boolean;
  /** The suggested name. */
  name: string;
  onClose: () => void;
  onAdded: (recoveryCodes: string[] | null) => void;
}

export function AddPasskeySheet({ isOpen, onClose, ...form }: AddPasskeySheetProps) {
  const { t } = useI18n();
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={t('second-factor.addPasskey')}>
      <PasskeyForm {...form} />
    </Sheet>
  );
}

const whyNot = {
  'not-used': 'second-factor.passkeyNotMade',
  'already-here': 'second-factor.passkeyHere',
} as const;

function PasskeyForm({ isFirst, name, onAdded }: Omit<AddPasskeySheetProps, 'isOpen' | 'onClose'>) {
  const i18n = useI18n();
  const { t } = i18n;
  const form = useForm({ name, password: '' });
  const [error, setError] = useState('');
  const { submit, isBusy, isOff } = useSubmit({
    send: () => addPasskey(form.values),
    onDone: (outcome: AddedPasskey) => {
      if (outcome.kind === 'added') onAdded(outcome.recoveryCodes);
      else setError(t(whyNot[outcome.kind]));
    },
    onRefused: (refusal) => {
      const password = passwordFault(refusal, i18n);
      return password !== undefined && form.fail({ password });
    },
  });
  const send = (event: FormEvent) => {
    event.preventDefault();
    setError('');
    const faults = {
      ...(form.values.name.trim() === '' ? { name: t('second-factor.enterName') } : {}),
      ...(isFirst && form.values.password === ''
        ? { password: t('second-factor.enterPassword') }
        : {}),
    };
    if (!form.fail(faults)) submit(undefined);
  };
  return (
    <form ref={form.ref} className={styles.form} onSubmit={send} noValidate>
      <p className={styles.lead}>{t('second-factor.passkeyWhat')}</p>
      <TextField
        {...form.field('name')}
        label={t('second-factor.name')}
        hint={t('second-factor.nameHint')}
        autoComplete="off"
        maxLength={40}
      />
      {isFirst && (
        <TextField
          {...form.field('password')}
          label={t('second-factor.password')}
          type="password"
          autoComplete="current-password"
        />
      )}
      <p role="alert" className={styles.error}>
        {error}
      </p>
      <Button
        kind="primary"
        type="submit"
        isFull
        isBusy={isBusy}
        isDisabled={isOff}
        busyLabel={t('second-factor.waiting')}
      >
        {t('second-factor.continue')}
      </Button>
    </form>
  );
}
