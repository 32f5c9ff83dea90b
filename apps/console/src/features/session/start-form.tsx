/** A new operator chooses a password, with the two halves of a start code. */
import { useMutation } from '@tanstack/react-query';
import { Button, Note, TextButton, TextField } from '@tern/ui';
import { type FormEvent, useState } from 'react';
import { sentenceOf } from '../../kernel/error-sentence.ts';
import { texts } from '../../kernel/texts.ts';
import { call } from '../../platform/call.ts';
import { CallError } from '../../platform/call-error.ts';
import styles from './login.module.css';

const REFUSED = 4002;

function saidOf(error: Error): string {
  const isRefused = error instanceof CallError && error.code === REFUSED;
  return isRefused ? texts.start.wrong : sentenceOf(error);
}

export interface StartFormProps {
  /** Back to the sign-in; `words` say what happened. */
  onLeave: (words: string) => void;
}

export function StartForm({ onLeave }: StartFormProps) {
  const { start: words } = texts;
  const [login, setLogin] = useState('');
  const [firstHalf, setFirst] = useState('');
  const [secondHalf, setSecond] = useState('');
  const [password, setPassword] = useState('');
  const starting = useMutation({
    mutationFn: () =>
      call('POST /operator/start', { login: login.trim(), firstHalf, secondHalf, password }),
    onSuccess: () => onLeave(words.done),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!starting.isPending) starting.mutate();
  };
  const plain = { required: true, spellCheck: false, autoCapitalize: 'none' } as const;
  return (
    <form className={styles.form} onSubmit={submit}>
      <div>
        <h1 className={styles.title}>{words.title}</h1>
        <p className={styles.lead}>{words.lead}</p>
      </div>
      {starting.isError && (
        <div role="alert">
          <Note kind="warn">{saidOf(starting.error)}</Note>
        </div>
      )}
      <TextField
        {...plain}
        label={texts.login.login}
        name="login"
        autoComplete="username"
        value={login}
        onChange={setLogin}
      />
      <TextField
        {...plain}
        label={words.firstHalf}
        name="first-half"
        autoComplete="off"
        value={firstHalf}
        onChange={setFirst}
      />
      <TextField
        {...plain}
        label={words.secondHalf}
        name="second-half"
        autoComplete="off"
        value={secondHalf}
        onChange={setSecond}
      />
      <TextField
        label={words.password}
        hint={words.passwordHint}
        name="password"
        type="password"
        autoComplete="new-password"
        required
        value={password}
        onChange={setPassword}
      />
      <Button
        type="submit"
        kind="primary"
        isFull
        isBusy={starting.isPending}
        busyLabel={words.busy}
      >
        {words.submit}
      </Button>
      <TextButton onPress={() => onLeave('')}>{words.back}</TextButton>
    </form>
  );
}
