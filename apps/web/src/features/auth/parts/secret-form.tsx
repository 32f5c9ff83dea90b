/** Registration, step two: password, invitation, captcha, and the risk checkbox. */
import { Button, Checkbox, TextField } from '@tern/ui';
import type { FormEvent } from 'react';
import type { Form } from '../../../kernel/form.ts';
import { useT } from '../../../platform/i18n/i18n.tsx';
import { messagesOf, type SecretField, secretFaults } from '../view-model.ts';
import type { Captcha } from './captcha.ts';
import { CaptchaField } from './captcha-field.tsx';
import styles from './form.module.css';
import { NewPasswordFields } from './new-password-fields.tsx';
import { RulesSheet } from './rules-sheet.tsx';

export interface SecretFormProps {
  form: Form<SecretField>;
  captcha: Captcha;
  isBusy: boolean;
  onDone: () => void;
}

export function SecretForm({ form, captcha, isBusy, onDone }: SecretFormProps) {
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
        password={form.field('passWord')}
        confirm={form.field('confirm')}
      />
      <TextField
        label={t('auth.invitationCode')}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        {...form.field('invitationCode')}
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
