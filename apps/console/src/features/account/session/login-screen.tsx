/** Login with password and one-time code, or the set-up of the codes. */
import { useMutation } from '@tanstack/react-query';
import type { OperatorOutput } from '@tern/protocol/operator/client';
import {
  BRAND_NAME,
  BrandMark,
  Button,
  Note,
  ownDevice,
  Stack,
  Text,
  TextButton,
  TextField,
} from '@tern/ui';
import { type FormEvent, useState } from 'react';
import { PasskeyNotUsed, signWithPasskey } from '../../../kernel/browser-passkeys.ts';
import { sentenceOf } from '../../../kernel/loaded.tsx';
import { endReturn, pendingReturn, type ProviderReturn } from '../../../kernel/provider-return.ts';
import { beginSession, signOutReason } from '../../../kernel/session.ts';
import { texts } from '../../../kernel/texts.ts';
import { call } from '../../../platform/call.ts';
import { Enrolment } from './enrolment.tsx';
import styles from './login.module.css';
import { ProviderButton, ProviderStep, useProviderName } from './provider-sign-in.tsx';
import { StartForm } from './start-form.tsx';
import { sessionTexts } from './texts.ts';

const { provider } = sessionTexts;

type Offered = NonNullable<OperatorOutput<'POST /operator/login'>['enrolment']>;

export function LoginScreen() {
  const [offered, setOffered] = useState<Offered>();
  const [isStarting, setStarting] = useState(false);
  const [returned, setReturned] = useState(returnedHere);
  const [message, setMessage] = useState('');
  const [failure, setFailure] = useState(returned?.ticket === '' ? provider.elsewhere : '');
  const providerName = useProviderName();
  return (
    <main className={styles.page}>
      <div className={styles.card}>
        <div className={styles.brand}>
          <BrandMark />
          <b>{BRAND_NAME}</b>
          <span>{texts.brand}</span>
        </div>
        {offered !== undefined ? (
          <Enrolment offered={offered} />
        ) : isStarting ? (
          <StartForm
            onLeave={(message) => {
              setStarting(false);
              setMessage(message);
            }}
          />
        ) : returned !== undefined && returned.ticket !== '' ? (
          <ProviderStep
            returned={returned}
            providerName={providerName}
            onEnd={(failed) => {
              setReturned(undefined);
              setFailure(failed);
            }}
          />
        ) : (
          <>
            <LoginForm
              message={message || signOutReason()}
              failed={failure}
              onOffered={setOffered}
              providerName={providerName}
            />
            <TextButton isFlush onPress={() => setStarting(true)}>
              {sessionTexts.start.offer}
            </TextButton>
          </>
        )}
      </div>
    </main>
  );
}

/** A link goes on in the session that asked for it. */
function returnedHere(): ProviderReturn | undefined {
  const returned = pendingReturn();
  if (returned?.ticket === '') endReturn();
  return returned?.purpose === 'login' ? returned : undefined;
}

function useLogin(onOffered: (offered: Offered) => void) {
  return useMutation({
    mutationFn: async (given: { login: string; password: string; code: string }) => {
      const { code, ...rest } = given;
      const answer = await call('POST /operator/login', {
        ...rest,
        ...ownDevice(),
        ...(code === '' ? {} : { code }),
      });
      if (answer.passkey === null) return answer;
      const { loginId, options } = answer.passkey;
      const assertion = await signWithPasskey(options);
      const signed = { loginId, assertion, ...ownDevice() };
      const { session } = await call('POST /operator/loginWithPasskey', signed);
      return { session, enrolment: null };
    },
    onSuccess: ({ session, enrolment }) => {
      if (session !== null) beginSession(session);
      else if (enrolment !== null) onOffered(enrolment);
    },
  });
}

interface LoginFormProps {
  /** Why the last session ended, or a message of the start form; may be empty. */
  message: string;
  /** Why the provider has logged nobody in; may be empty. */
  failed: string;
  onOffered: (offered: Offered) => void;
  /** Null: the password only. */
  providerName: string | null;
}

function LoginForm({ message, failed, onOffered, providerName }: LoginFormProps) {
  const [login, setLogin] = useState('');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [failure, setFailure] = useState(failed);
  const sending = useLogin(onOffered);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setFailure('');
    if (!sending.isPending) sending.mutate({ login: login.trim(), password, code: code.trim() });
  };
  return (
    <Stack as="form" gap={16} onSubmit={submit}>
      <div>
        <Text as="h1" size="title">
          {texts.login.title}
        </Text>
        <Text size="label" tone="soft" top={4}>
          {texts.login.lead}
        </Text>
      </div>
      {failure === '' && message !== '' && !sending.isError && <Note>{message}</Note>}
      {failure !== '' && (
        <div role="alert">
          <Note kind="warn">{failure}</Note>
        </div>
      )}
      {failure === '' && sending.isError && (
        <div role="alert">
          <Note kind="warn">
            {sending.error instanceof PasskeyNotUsed
              ? texts.login.notUsed
              : sentenceOf(sending.error)}
          </Note>
        </div>
      )}
      <TextField
        label={texts.login.login}
        name="login"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        value={login}
        onChange={setLogin}
      />
      <TextField
        label={texts.login.password}
        name="password"
        type="password"
        autoComplete="current-password"
        required
        value={password}
        onChange={setPassword}
      />
      <TextField
        label={texts.login.code}
        hint={texts.login.codeHint}
        name="code"
        autoComplete="one-time-code"
        spellCheck={false}
        value={code}
        onChange={setCode}
      />
      <Submit isBusy={sending.isPending} />
      {providerName !== null && <ProviderButton name={providerName} onFailure={setFailure} />}
    </Stack>
  );
}

function Submit({ isBusy }: { isBusy: boolean }) {
  return (
    <Button type="submit" kind="primary" isFull isBusy={isBusy} busyLabel={texts.login.busy}>
      {texts.login.submit}
    </Button>
  );
}
