/** Confirms with the login password. */
import { Button, Sheet, Stack, Text, TextField } from '@tern/ui';
import type { FormEvent, ReactNode } from 'react';
import { useForm } from '../../../../kernel/form.ts';
import { useSubmit } from '../../../../kernel/submit.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';

export interface PasswordSheetProps<Data> {
  isOpen: boolean;
  title: string;
  text: string;
  /** Of the button. */
  action: string;
  /** The verb while it is sent. */
  busy: string;
  isDanger?: boolean;
  /** What has to be agreed to, below the text. */
  consent?: ReactNode;
  /** False while it is not agreed to. */
  isReady?: boolean;
  send: (password: string) => Promise<Data>;
  onDone: (data: Data) => void;
  onClose: () => void;
  /** Whether a refusal is shown elsewhere; wrong passwords are shown here. */
  onRefused?: (refusal: string) => boolean;
}

export function PasswordSheet<Data>(props: PasswordSheetProps<Data>) {
  return (
    <Sheet isOpen={props.isOpen} onClose={props.onClose} title={props.title}>
      <PasswordForm {...props} />
    </Sheet>
  );
}

/** Remounted at each opening, so that it starts empty. */
function PasswordForm<Data>(props: PasswordSheetProps<Data>) {
  const t = useT();
  const form = useForm<'password'>({ password: '' });
  const { submit, isBusy, isOff } = useSubmit({
    send: () => props.send(form.values.password),
    onDone: props.onDone,
    onRefused: ({ refusal }) => {
      if (refusal === 'wrong-login-password') {
        return form.fail({ password: t('account-data.wrongPassword') });
      }
      return props.onRefused?.(refusal ?? '') ?? false;
    },
    onFailed: () => form.clear('password'),
  });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const isMissing = form.values.password === '';
    if (!form.fail(isMissing ? { password: t('account-data.enterPassword') } : {})) {
      submit(undefined);
    }
  };
  return (
    <Stack as="form" ref={form.ref} gap={16} onSubmit={onSubmit} noValidate>
      <Text size="body" tone="soft">
        {props.text}
      </Text>
      {props.consent}
      <TextField
        {...form.field('password')}
        label={t('account-data.password')}
        type="password"
        autoComplete="current-password"
      />
      <Button
        kind={props.isDanger ? 'danger' : 'primary'}
        type="submit"
        isFull
        isBusy={isBusy}
        isDisabled={isOff || props.isReady === false}
        busyLabel={props.busy}
      >
        {props.action}
      </Button>
    </Stack>
  );
}
