/** The login through a provider of identities: going there, and the second factor after coming back. */
import { useMutation, useQuery } from '@tanstack/react-query';
import type { OperatorOutput } from '@tern/protocol/operator/client';
import { Button, Note, ownDevice, Stack, Text, TextButton, TextField } from '@tern/ui';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { PasskeyNotUsed, signWithPasskey } from '../../../kernel/browser-passkeys.ts';
import { sentenceOf } from '../../../kernel/loaded.tsx';
import { endReturn, goToProvider, type ProviderReturn } from '../../../kernel/provider-return.ts';
import { beginSession } from '../../../kernel/session.ts';
import { texts } from '../../../kernel/texts.ts';
import { call } from '../../../platform/call.ts';
import { sessionTexts } from './texts.ts';

const { provider: labels } = sessionTexts;

type Named = OperatorOutput<'POST /operator/provider/finish'>;

/** Nothing while it is unknown whether there is one: the password always signs in. */
export function useProviderName(): string | null {
  const { data } = useQuery({
    queryKey: ['signInProvider'],
    queryFn: () => call('GET /operator/provider/name', {}),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data?.name ?? null;
}

/** `onFailure`: the sentence for the form above. */
export function ProviderButton({
  name,
  onFailure,
}: {
  name: string;
  onFailure: (message: string) => void;
}) {
  const beginning = useMutation({
    mutationFn: () => call('POST /operator/provider/begin', {}),
    onSuccess: (visit) => goToProvider(visit, 'login'),
    onError: (error) => onFailure(sentenceOf(error)),
  });
  return (
    <Button
      isFull
      isBusy={beginning.isPending}
      busyLabel={labels.going}
      onPress={() => beginning.mutate()}
    >
      {labels.logInWith(name)}
    </Button>
  );
}

export interface ProviderStepProps {
  returned: ProviderReturn;
  /** Null while it is unknown. */
  providerName: string | null;
  /** Returns to the form of the password; the sentence may be empty. */
  onEnd: (message: string) => void;
}

/** Has the answer checked, then asks for the second factor. */
export function ProviderStep({ returned, providerName, onEnd }: ProviderStepProps) {
  const isAsked = useRef(false);
  const checking = useMutation({
    mutationFn: ({ ticket, answer }: ProviderReturn) =>
      call('POST /operator/provider/finish', { ticket, answer }),
    onError: (error) => onEnd(sentenceOf(error)),
    onSettled: endReturn,
  });
  const { mutate } = checking;
  useEffect(() => {
    // An answer is taken once, however often the screen is drawn.
    if (isAsked.current) return;
    isAsked.current = true;
    mutate(returned);
  }, [mutate, returned]);
  return checking.data === undefined ? (
    <Text as="p" role="status">
      {labels.checking}
    </Text>
  ) : (
    <SecondFactor named={checking.data} providerName={providerName} onEnd={onEnd} />
  );
}

interface SecondFactorProps extends Omit<ProviderStepProps, 'returned'> {
  named: Named;
}

function useConfirming(named: Named) {
  return useMutation({
    mutationFn: async (code: string | undefined) => {
      const { ticket, passkey } = named;
      if (code !== undefined) {
        return call('POST /operator/provider/confirm', { ticket, code, ...ownDevice() });
      }
      if (passkey === null) throw new PasskeyNotUsed('there is none');
      const { loginId, options } = passkey;
      const assertion = await signWithPasskey(options);
      return call('POST /operator/loginWithPasskey', { loginId, assertion, ...ownDevice() });
    },
    onSuccess: ({ session }) => beginSession(session),
  });
}

function SecondFactor({ named, providerName, onEnd }: SecondFactorProps) {
  const [code, setCode] = useState('');
  const confirming = useConfirming(named);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!confirming.isPending && code.trim() !== '') confirming.mutate(code.trim());
  };
  return (
    <Stack as="form" gap={16} onSubmit={submit}>
      <div>
        <Text as="h1" size="title">
          {labels.confirmTitle}
        </Text>
        <Text size="label" tone="soft" top={4}>
          {labels.confirmLead(providerName ?? labels.unnamed, named.login)}
        </Text>
      </div>
      {confirming.isError && (
        <div role="alert">
          <Note kind="warn">
            {confirming.error instanceof PasskeyNotUsed
              ? texts.login.notUsed
              : sentenceOf(confirming.error)}
          </Note>
        </div>
      )}
      {named.passkey !== null && (
        <Button
          kind="primary"
          isFull
          isBusy={confirming.isPending}
          busyLabel={texts.login.busy}
          // The browser shows its dialog only after a press.
          onPress={() => confirming.mutate(undefined)}
        >
          {labels.usePasskey}
        </Button>
      )}
      <TextField
        label={texts.login.code}
        hint={labels.codeHint}
        name="code"
        autoComplete="one-time-code"
        spellCheck={false}
        required
        value={code}
        onChange={setCode}
      />
      <Button
        type="submit"
        kind={named.passkey === null ? 'primary' : 'secondary'}
        isFull
        isBusy={confirming.isPending}
        busyLabel={texts.login.busy}
      >
        {texts.login.submit}
      </Button>
      <TextButton isFlush onPress={() => onEnd('')}>
        {labels.back}
      </TextButton>
    </Stack>
  );
}
