/** The form of a new key. */
import { Button, Note, Sheet, Stack, Switch, Text, TextField } from '@tern/ui';
import { type FormEvent, useState } from 'react';
import { type Form, useForm } from '../../../../kernel/form.ts';
import { useSubmit } from '../../../../kernel/submit.ts';
import type { CallError } from '../../../../platform/http/call-error.ts';
import { type I18n, useI18n } from '../../../../platform/i18n/i18n.tsx';
import { createKey, type NewKey } from '../api.ts';
import { type KeyField, keyFaults } from '../view-model.ts';

export interface CreateKeySheetProps {
  isOpen: boolean;
  onClose: () => void;
  onMade: (made: NewKey) => void;
}

export function CreateKeySheet({ isOpen, onClose, onMade }: CreateKeySheetProps) {
  const { t } = useI18n();
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={t('keys.create')}>
      <KeyForm onMade={onMade} />
    </Sheet>
  );
}

/** Remounted at each opening, so that it starts empty. */
function KeyForm({ onMade }: Pick<CreateKeySheetProps, 'onMade'>) {
  const i18n = useI18n();
  const { t } = i18n;
  const [canTrade, setTrade] = useState(false);
  const form = useForm<KeyField>({ name: '', addresses: '', password: '' });
  const { submit, isBusy, isOff } = useSubmit({
    send: () => createKey({ ...form.values, canTrade }),
    onDone: onMade,
    onRefused: (error) => showAtField(form, error, i18n),
    onFailed: () => form.clear('password'),
  });
  const send = (event: FormEvent) => {
    event.preventDefault();
    const faults = Object.entries(keyFaults(form.values)).map(([field, key]) => [field, t(key)]);
    if (!form.fail(Object.fromEntries(faults))) submit(undefined);
  };
  return (
    <Stack as="form" ref={form.ref} gap={16} onSubmit={send} noValidate>
      <TextField
        {...form.field('name')}
        label={t('keys.name')}
        hint={t('keys.nameHint')}
        autoComplete="off"
        maxLength={40}
      />
      <div>
        <Switch label={t('keys.mayTrade')} look="spread" isOn={canTrade} onChange={setTrade} />
        <Text size="label" tone="soft" top={4}>
          {t('keys.mayTradeHint')}
        </Text>
      </div>
      <TextField
        {...form.field('addresses')}
        label={t('keys.addresses')}
        hint={t('keys.addressesHint')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <TextField
        {...form.field('password')}
        label={t('keys.password')}
        type="password"
        autoComplete="current-password"
      />
      <Note>{t('keys.passwordNote')}</Note>
      <Button
        kind="primary"
        type="submit"
        isFull
        isBusy={isBusy}
        isDisabled={isOff}
        busyLabel={t('keys.creating')}
      >
        {t('keys.createIt')}
      </Button>
    </Stack>
  );
}

function showAtField(form: Form<KeyField>, error: CallError, { t }: I18n): boolean {
  const fields = (error.data as { fields?: readonly string[] } | undefined)?.fields ?? [];
  if (error.refusal === 'wrong-login-password')
    return form.fail({ password: t('keys.wrongPassword') });
  if (error.refusal === 'step-up-required') return form.fail({ password: t('keys.enterPassword') });
  if (error.refusal !== 'invalid-request') return false;
  if (fields.includes('ips')) return form.fail({ addresses: t('keys.wrongAddress') });
  return fields.includes('name') && form.fail({ name: t('keys.enterName') });
}
