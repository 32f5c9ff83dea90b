/** A new operator sets a password with the two halves of a start code. */
import { useMutation } from '@tanstack/react-query';
import { refusals } from '@tern/protocol/refusals';
import { Button, Note, Stack, Text, TextButton, TextField } from '@tern/ui';
import { type FormEvent, useState } from 'react';
import { sentenceOf } from '../../../kernel/loaded.tsx';
import { texts } from '../../../kernel/texts.ts';
import { call, CallError } from '../../../platform/call.ts';
import { sessionTexts } from './texts.ts';

function saidOf(error: Error): string {
  const isRefused = error instanceof CallError && error.code === refusals['wrong-login'];
  return isRefused ? sessionTexts.start.wrong : sentenceOf(error);
}

const NOTHING = { login: '', firstHalf: '', secondHalf: '', password: '' };
type Given = typeof NOTHING;

export interface StartFormProps {
  /** Returns to the login with a message. */
  onLeave: (message: string) => void;
}

export function StartForm({ onLeave }: StartFormProps) {
  const { start: labels } = sessionTexts;
  const [given, setGiven] = useState(NOTHING);
  const starting = useMutation({
    mutationFn: () => call('POST /operator/start', { ...given, login: given.login.trim() }),
    onSuccess: () => onLeave(labels.done),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!starting.isPending) starting.mutate();
  };
  return (
    <Stack as="form" gap={16} onSubmit={submit}>
      <div>
        <Text as="h1" size="title">
          {labels.title}
        </Text>
        <Text size="label" tone="soft" top={4}>
          {labels.lead}
        </Text>
      </div>
      {starting.isError && (
        <div role="alert">
          <Note kind="warn">{saidOf(starting.error)}</Note>
        </div>
      )}
      <StartFields given={given} onChange={setGiven} />
      <Button
        type="submit"
        kind="primary"
        isFull
        isBusy={starting.isPending}
        busyLabel={labels.busy}
      >
        {labels.submit}
      </Button>
      <TextButton isFlush onPress={() => onLeave('')}>
        {labels.back}
      </TextButton>
    </Stack>
  );
}

function StartFields({ given, onChange }: { given: Given; onChange: (given: Given) => void }) {
  const { start: labels } = sessionTexts;
  const field = (name: keyof Given) => ({
    value: given[name],
    onChange: (text: string) => onChange({ ...given, [name]: text }),
    name,
    required: true,
    spellCheck: false,
    autoCapitalize: 'none',
  });
  return (
    <>
      <TextField {...field('login')} label={texts.login.login} autoComplete="username" />
      <TextField {...field('firstHalf')} label={labels.firstHalf} autoComplete="off" />
      <TextField {...field('secondHalf')} label={labels.secondHalf} autoComplete="off" />
      <TextField
        {...field('password')}
        label={labels.password}
        hint={labels.passwordHint}
        type="password"
        autoComplete="new-password"
      />
    </>
  );
}
