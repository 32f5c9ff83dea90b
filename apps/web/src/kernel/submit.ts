/** Submits a form once: busy while sending, ignores double presses, keeps the input on failure. */
import { useRef, useState } from 'react';
import { CallError } from '../platform/http/call-error.ts';
import { makeAttempts } from './idempotent-attempt.ts';
import { useReportError } from './report-error.ts';

/** Guard against a double tap. */
const DOUBLE_PRESS_MS = 500;
/** After too many tries the button is disabled for a while. */
const REST_MS = 3000;

export interface SubmitOptions<Input, Data> {
  /** `key` is the attempt's idempotency key; pass it on if the call moves money. */
  send: (input: Input, key: string) => Promise<Data>;
  onDone: (data: Data, input: Input) => void;
  /** Shows a refusal at its field and returns true; false shows a toast. */
  onRefused?: (error: CallError) => boolean;
  /** Called after any failure, for example to fetch a new captcha. */
  onFailed?: (error: CallError) => void;
  movesMoney?: boolean;
}

export interface Submit<Input> {
  submit: (input: Input) => void;
  isBusy: boolean;
  /** Disabled for a moment after too many tries. */
  isOff: boolean;
}

export function useSubmit<Input, Data>(options: SubmitOptions<Input, Data>): Submit<Input> {
  const [isBusy, setBusy] = useState(false);
  const [isOff, setOff] = useState(false);
  const [attempts] = useState(() => makeAttempts());
  const lastPress = useRef(0);
  const isAway = useRef(false);
  const report = useReportError();

  const fail = (error: unknown) => {
    attempts.ended(error);
    if (!(error instanceof CallError)) throw error;
    const isAtField = error.kind === 'refused' && options.onRefused?.(error) === true;
    if (!isAtField) report(error, { moved: options.movesMoney ?? false });
    if (error.refusal === 'too-many-requests') {
      setOff(true);
      setTimeout(() => setOff(false), REST_MS);
    }
    options.onFailed?.(error);
  };

  const run = async (input: Input) => {
    try {
      const data = await options.send(input, attempts.keyFor(input));
      attempts.ended();
      options.onDone(data, input);
    } catch (error) {
      fail(error);
    } finally {
      isAway.current = false;
      setBusy(false);
    }
  };

  const submit = (input: Input) => {
    const now = performance.now();
    const isTooSoon = lastPress.current > 0 && now - lastPress.current < DOUBLE_PRESS_MS;
    if (isAway.current || isTooSoon) return;
    lastPress.current = now;
    isAway.current = true;
    setBusy(true);
    void run(input);
  };
  return { submit, isBusy, isOff };
}
