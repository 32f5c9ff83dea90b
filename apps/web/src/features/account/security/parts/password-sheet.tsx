/** Confirms a change with the login password, and with one more field where the change has one. */
import { Button, Sheet, Stack, Text, TextField } from '@tern/ui';
import type { FormEvent } from 'react';
import { useForm } from '../../../../kernel/form.ts';
import { useSubmit } from '../../../../kernel/submit.ts';
import type { CallError } from '../../../../platform/http/call-error.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';

export interface PasswordSheetProps {
  isOpen: boolean;
  title: string;
  text: string;
  /** Of the button. */
  action: string;
  /** Before the password: its label, what it begins with, and what to say without it. */
  more?: { label: string; initial: string; hint: string; missing: string; maxLength: number };
  send: (password: string, more: string) => Promise<unknown>;
  onDone: () => void;
  onClose: () => void;
}

export function PasswordSheet(props: PasswordSheetProps) {
  return (
    <Sheet isOpen={props.isOpen} onClose={props.onClose} title={props.title}>
      <PasswordForm {...props} />
    </Sheet>
  );
}

/** Remounted at each opening, so that it starts empty. */
function PasswordForm({ text, action, more, send, onDone }: PasswordSheetProps) {
  const t = useT();
  const form = useForm<'more' | 'password'>({ more: more?.initial ?? '', password: '' });
  const { submit, isBusy, isOff } = useSubmit({
    send: () => send(form.values.password, form.values.more),
    onDone,
    onRefused: (error: CallError) => {
      if (error.refusal === 'wrong-login-password')
        return form.fail({ password: t('security.wrongPassword') });
      return error.refusal === 'invalid-request' && form.fail({ more: error.msg });
    },
    onFailed: () => form.clear('password'),
  });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const faults = {
      ...(more !== undefined && form.values.more.trim() === '' ? { more: more.missing } : {}),
      ...(form.values.password === '' ? { password: t('security.enterPassword') } : {}),
    };
    if (!form.fail(faults)) submit(undefined);
  };
  return (
    <Stack as="form" ref={form.ref} gap={16} onSubmit={onSubmit} noValidate>
      <Text size="body" tone="soft">
        {text}
      </Text>
      {more && (
        <TextField
          {...form.field('more')}
          label={more.label}
          hint={more.hint}
          maxLength={more.maxLength}
          autoComplete="off"
        />
      )}
      <TextField
        {...form.field('password')}
        label={t('security.loginPasswordField')}
        type="password"
        autoComplete="current-password"
      />
      <Button
        kind="primary"
        type="submit"
        isFull
        isBusy={isBusy}
        isDisabled={isOff}
        busyLabel={t('security.saving')}
      >
        {action}
      </Button>
    </Stack>
  );
}
