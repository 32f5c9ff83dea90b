/** Asks for a second factor: passkey, authenticator code or recovery code. Used by the sheet and by the login page. */
import type { ConfirmationRequest, FactorMethod, Input } from '@tern/protocol/client';
import { Button, keyIcon, showToast, Text, TextButton, TextField } from '@tern/ui';
import { type FormEvent, useState } from 'react';
import type { CallError } from '../../platform/http/call-error.ts';
import { useI18n } from '../../platform/i18n/i18n.tsx';
import { sentenceOf } from '../error-sentence.ts';
import { useForm } from '../form.ts';
import { useSubmit } from '../submit.ts';
import { canUsePasskeys, NOT_USED, signWithPasskey } from './browser-passkeys.ts';
import styles from './factor-prompt.module.css';

export type Proof = Input<'POST /user/confirm'>;

export interface FactorPromptProps<Data> {
  request: ConfirmationRequest;
  send: (proof: Proof) => Promise<Data>;
  onDone: (data: Data) => void;
  /** No more tries, or too late. */
  onExpired: (error: CallError) => void;
}

const switchTexts = {
  passkey: 'second-factor.usePasskeyInstead',
  totp: 'second-factor.useCodeInstead',
  recovery: 'second-factor.useRecoveryInstead',
} as const;

export function FactorPrompt<Data>(props: FactorPromptProps<Data>) {
  const { t } = useI18n();
  const methods = props.request.methods.filter((each) => each !== 'passkey' || canUsePasskeys());
  const [method, setMethod] = useState<FactorMethod | undefined>(methods[0]);
  const others = methods.filter((each) => each !== method);
  return (
    <div className={styles.prompt}>
      {method === undefined && <p>{t('second-factor.noPasskeys')}</p>}
      {method === 'passkey' && <PasskeyProof {...props} />}
      {(method === 'totp' || method === 'recovery') && (
        <CodeProof key={method} {...props} method={method} />
      )}
      {others.length > 0 && (
        <div className={styles.others}>
          {others.map((other) => (
            <TextButton key={other} tone="accent" onPress={() => setMethod(other)}>
              {t(switchTexts[other])}
            </TextButton>
          ))}
        </div>
      )}
    </div>
  );
}

/** The sentence of a refusal about the proof; undefined for others. */
function useRefusalText<Data>({ onExpired }: FactorPromptProps<Data>) {
  const i18n = useI18n();
  return (error: CallError): string | undefined => {
    if (error.refusal === 'confirmation-expired') {
      showToast(sentenceOf(error, i18n, false), 'error');
      onExpired(error);
      return '';
    }
    if (error.refusal !== 'wrong-second-factor') return undefined;
    const { triesLeft } = error.data as { triesLeft: number };
    return i18n.t('second-factor.wrong', { count: triesLeft });
  };
}

function PasskeyProof<Data>(props: FactorPromptProps<Data>) {
  const { request, send, onDone } = props;
  const { t } = useI18n();
  const [error, setError] = useState('');
  const textOf = useRefusalText(props);
  const { submit, isBusy, isOff } = useSubmit({
    send: async () => {
      const signed = request.passkey ? await signWithPasskey(request.passkey) : NOT_USED;
      if (signed === NOT_USED) return NOT_USED;
      const { confirmationId } = request;
      return { data: await send({ confirmationId, method: 'passkey', assertion: signed }) };
    },
    onDone: (outcome) => {
      if (outcome === NOT_USED) setError(t('second-factor.passkeyNotUsed'));
      else onDone(outcome.data);
    },
    onRefused: (refusal) => {
      const text = textOf(refusal);
      if (text !== undefined) setError(text);
      return text !== undefined;
    },
  });
  return (
    <>
      <Text tone="soft">{t('second-factor.passkeyLead')}</Text>
      <p role="alert" className={styles.error}>
        {error}
      </p>
      <Button
        kind="primary"
        isFull
        icon={keyIcon}
        isBusy={isBusy}
        isDisabled={isOff}
        busyLabel={t('second-factor.waiting')}
        onPress={() => {
          setError('');
          submit(undefined);
        }}
      >
        {t('second-factor.usePasskey')}
      </Button>
    </>
  );
}

function CodeProof<Data>(props: FactorPromptProps<Data> & { method: 'totp' | 'recovery' }) {
  const { request, send, onDone, method } = props;
  const { t } = useI18n();
  const form = useForm({ code: '' });
  const textOf = useRefusalText(props);
  const { submit, isBusy, isOff } = useSubmit({
    send: (code: string) => send({ confirmationId: request.confirmationId, method, code }),
    onDone,
    onRefused: (refusal) => {
      const text = textOf(refusal);
      if (text) form.fail({ code: text });
      return text !== undefined;
    },
    onFailed: () => form.clear('code'),
  });
  const press = (event: FormEvent) => {
    event.preventDefault();
    const code = form.values.code.trim();
    if (code === '') form.fail({ code: t('second-factor.enterCode') });
    else submit(code);
  };
  const isTotp = method === 'totp';
  return (
    <form ref={form.ref} className={styles.form} onSubmit={press} noValidate>
      <TextField
        {...form.field('code')}
        label={t(isTotp ? 'second-factor.code' : 'second-factor.recoveryCode')}
        hint={t(isTotp ? 'second-factor.codeHint' : 'second-factor.recoveryHint')}
        autoComplete={isTotp ? 'one-time-code' : 'off'}
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={isTotp ? 7 : 24}
        {...(isTotp ? { inputMode: 'numeric' as const } : {})}
      />
      <Button
        kind="primary"
        type="submit"
        isFull
        isBusy={isBusy}
        isDisabled={isOff}
        busyLabel={t('second-factor.confirming')}
      >
        {t('second-factor.confirm')}
      </Button>
    </form>
  );
}
