/** A code by e-mail or SMS: its field, the button that sends it, and the wait until the next one is allowed. */
import { showToast, TextField } from '@tern/ui';
import { useEffect, useState } from 'react';
import type { CallError } from '../../../../platform/http/call-error.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import type { FieldProps } from '../../../../kernel/form.ts';
import { useSubmit } from '../../../../kernel/submit.ts';
import styles from './form.module.css';

/** Our default when the server gives no time. */
const RESEND_SECONDS = 60;

export interface CodeRequestOptions {
  send: (to: string) => Promise<{ resendAfterSeconds?: number }>;
  /** Shows a refusal at its field and returns true. */
  onRefused: (error: CallError) => boolean;
}

export interface CodeRequest {
  /** Undefined while disabled. */
  request: ((to: string) => void) | undefined;
  /** "Send code" or "Send again in 42 s". */
  label: string;
}

export function useCodeRequest({ send, onRefused }: CodeRequestOptions): CodeRequest {
  const t = useT();
  const [readyAt, setReadyAt] = useState(0);
  const left = useSecondsUntil(readyAt);
  const { submit, isBusy } = useSubmit({
    send,
    onRefused: (error) => {
      const seconds = secondsLeft(error);
      if (seconds > 0) setReadyAt(Date.now() + seconds * 1000);
      return onRefused(error);
    },
    onDone: ({ resendAfterSeconds = RESEND_SECONDS }, to) => {
      setReadyAt(Date.now() + resendAfterSeconds * 1000);
      showToast(t('auth.codeSent', { to }));
    },
  });
  return {
    request: left > 0 || isBusy ? undefined : submit,
    label: left > 0 ? t('auth.sendAgainIn', { s: left }) : t('auth.sendCode'),
  };
}

/** The remaining wait from the server's answer, after too many requests. */
function secondsLeft({ refusal, data }: CallError): number {
  const seconds = (data as { seconds?: unknown } | null)?.seconds;
  return refusal === 'too-many-requests' && typeof seconds === 'number' ? seconds : 0;
}

/** Whole seconds until a moment, counting down to 0. */
function useSecondsUntil(moment: number): number {
  const [left, setLeft] = useState(0);
  useEffect(() => {
    const count = () => setLeft(Math.max(0, Math.ceil((moment - Date.now()) / 1000)));
    count();
    if (moment <= Date.now()) return undefined;
    const timer = setInterval(() => {
      count();
      if (Date.now() >= moment) clearInterval(timer);
    }, 250);
    return () => clearInterval(timer);
  }, [moment]);
  return left;
}

export interface CodeFieldProps extends FieldProps {
  label: string;
  hint?: string;
  request: CodeRequest;
  onRequest: () => void;
}

export function CodeField({ request, onRequest, ...field }: CodeFieldProps) {
  const canRequest = request.request !== undefined;
  return (
    <TextField
      {...field}
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={20}
      {...(canRequest
        ? { action: { label: request.label, onPress: onRequest } }
        : { slot: <span className={styles.wait}>{request.label}</span> })}
    />
  );
}
